// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.VectorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImagePlacesTest {
  @TempDir private Path folder;

  @Test
  void aMergeThatIsInterruptedReadsNothing() throws IOException {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            3,
            1,
            false,
            false,
            Provenance.of("test", 0, Map.of(), List.of()));
    PartsFolder parts =
        PartsFolder.begin(folder, new PartsFolder.Request(List.of("a"), options), false);
    Files.createDirectories(parts.work());
    try (ImagePlaces places = new ImagePlaces(parts, 3)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> places.read(0))
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith(parts.work().resolve("images.places") + ": cannot be read: ");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
