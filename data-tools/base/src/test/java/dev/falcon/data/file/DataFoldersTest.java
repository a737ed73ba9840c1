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

class DataFoldersTest {
  @TempDir private Path folder;

  @Test
  void filesHaveTheOrderOfTheList() throws IOException {
    assertThat(DataFolders.savedFiles(folder)).isEmpty();
    list("{\"_data_files\": [{\"filename\": \"b.arrow\"}, {\"filename\": \"a.arrow\"}]}");
    Path a = Files.createFile(folder.resolve("a.arrow"));
    Path b = Files.createFile(folder.resolve("b.arrow"));
    Files.createFile(folder.resolve("cache-0123.arrow"));
    assertThat(DataFolders.savedFiles(folder)).containsExactly(b, a);
  }

  @Test
  void aListedFileMustBeThere() throws IOException {
    list("{\"_data_files\": [{\"filename\": \"a.arrow\"}]}");
    assertThatThrownBy(() -> DataFolders.savedFiles(folder))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            folder.resolve("a.arrow")
                + ": is missing; "
                + folder.resolve("state.json")
                + " lists it");
  }

  @Test
  void theOrderOfRowsMustNotBeInOtherFiles() throws IOException {
    list("{\"_data_files\": [], \"_indices_data_files\": [{\"filename\": \"indices.arrow\"}]}");
    assertThatThrownBy(() -> DataFolders.savedFiles(folder))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            folder.resolve("state.json")
                + ": lists the order of the rows in other files; save the dataset again with a"
                + " later version of datasets");
  }

  private void list(String text) throws IOException {
    Files.writeString(folder.resolve("state.json"), text);
  }
}
