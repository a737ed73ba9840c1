// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorePlaceTest {
  @TempDir private Path folder;

  /** The classes of the platform are a file system that nobody may write. */
  @Test
  void aFolderThatTakesNoFilesIsRefused() {
    Path classes = Path.of(URI.create("jrt:/java.base"));
    Path store = classes.resolve("store");

    assertThatThrownBy(
            () -> StorePlace.require(store, true, List.of(), unfinished -> false, () -> null))
        .isInstanceOf(FalconException.class)
        .hasMessage(store + ": cannot be written: no permission to write in " + classes);
  }

  @Test
  void aRequestThatCannotBeReadIsNamedAndKept() throws IOException {
    Path unfinished = Files.createDirectory(folder.resolve(StoreManifest.UNFINISHED_FILE_NAME));
    StoreOptions options = StoreFixture.options(StoreLayout.ARROW, VectorType.FLOAT32, 4, 10);

    assertThatThrownBy(() -> StoreWriter.open(folder, options, true))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("holds other files, such as " + unfinished.getFileName());
    assertThat(unfinished).isDirectory();
  }
}
