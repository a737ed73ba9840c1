// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealsTest {
  @TempDir private Path folder;

  @Test
  void aFileIsAbsentUntilItsDigestIsThere() throws IOException {
    Path file = Files.writeString(folder.resolve("a.bin"), "older");
    assertThat(Seals.isSealed(file)).isFalse();

    Seals.write(file, () -> AtomicFile.write(file, "content"));

    assertThat(Seals.isSealed(file)).isTrue();
    Files.delete(file);
    assertThat(Seals.isSealed(file)).isFalse();
  }

  @Test
  void anInterruptedRewriteLeavesNoDigest() {
    Path file = folder.resolve("a.bin");
    Seals.write(file, () -> AtomicFile.write(file, "older"));

    assertThatThrownBy(
            () ->
                Seals.write(
                    file,
                    () -> {
                      AtomicFile.write(file, "newer");
                      throw new IllegalStateException("killed");
                    }))
        .hasMessage("killed");

    assertThat(Seals.isSealed(file)).isFalse();
  }

  @Test
  void aChangedFileIsRefused() throws IOException {
    Path file = folder.resolve("a.bin");
    Seals.write(file, () -> AtomicFile.write(file, "content"));

    Files.writeString(file, "contenT");

    assertThatThrownBy(() -> Seals.isSealed(file))
        .isInstanceOf(FalconException.class)
        .hasMessage(file + ": this cache file is broken; delete it, and it is computed again");
  }
}
