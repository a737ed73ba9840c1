// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedFilesTest {
  @TempDir private Path folder;

  @Test
  void theFileThatWasCutIsNamed() throws IOException {
    Path cut = Files.write(folder.resolve("cut"), new byte[100]);
    Path removed = Files.write(folder.resolve("removed"), new byte[100]);
    Path whole = Files.write(folder.resolve("whole"), new byte[100]);
    Object[] mappings = {new Object(), new Object(), new Object()};
    MappedFiles.add(mappings[0], cut);
    MappedFiles.add(mappings[1], removed);
    MappedFiles.add(mappings[2], whole);

    Files.write(cut, new byte[50]);
    Files.delete(removed);

    assertThat(MappedFiles.changed()).contains(cut, removed).doesNotContain(whole);
    assertThat(mappings).hasSize(3); // referenced until here
  }
}
