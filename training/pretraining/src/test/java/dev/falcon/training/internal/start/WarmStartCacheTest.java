// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Weights in the cache go into results, so that they are not taken where they were changed. */
class WarmStartCacheTest {
  @TempDir private Path cache;

  private int trained;

  @BeforeEach
  void nothingIsTrained() {
    trained = 0;
  }

  private float[] weights() {
    ParameterLayout layout = new ParameterLayout();
    layout.declare("w", ParameterLayout.Initialiser.constant(0), 3);
    return WarmStart.cached(
            cache,
            "image-encoder",
            Map.of("steps", 1),
            layout,
            () -> {
              trained++;
              return Map.of("w", new float[] {1, 2, 3});
            })
        .get("w");
  }

  private Path file() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(f -> f.toString().endsWith(".safetensors")).findFirst().orElseThrow();
    }
  }

  @Test
  void theyAreTrainedOnce() {
    assertThat(weights()).containsExactly(1, 2, 3);
    assertThat(weights()).containsExactly(1, 2, 3);
    assertThat(trained).isEqualTo(1);
  }

  @Test
  void changedWeightsAreRefused() throws IOException {
    weights();
    byte[] bytes = Files.readAllBytes(file());
    bytes[bytes.length - 2] ^= 1; // within the last number
    Files.write(file(), bytes);

    assertThatThrownBy(this::weights)
        .isInstanceOf(FalconException.class)
        .hasMessage(file() + ": this cache file is broken; delete it, and it is computed again");
    Files.delete(file());
    assertThat(weights()).containsExactly(1, 2, 3);
  }

  @Test
  void weightsWithoutADigestAreTrainedAgain() throws IOException {
    weights();
    Files.delete(file().resolveSibling(file().getFileName() + ".sha256"));

    assertThat(weights()).containsExactly(1, 2, 3);
    assertThat(trained).isEqualTo(2);
  }
}
