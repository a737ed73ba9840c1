// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** As Delta Lake, Hudi, Lance and Iceberg keep deleted rows in files beside the current ones. */
  @ParameterizedTest
  @CsvSource({
    "_delta_log/00000000000000000000.json, Delta, ''",
    ".hoodie/hoodie.properties, Hudi, ''",
    "_versions/1.manifest, Lance, ''",
    "metadata/v1.metadata.json, Iceberg, ''",
    "metadata/v1.metadata.json, Iceberg, data",
  })
  void aTableOfSeveralVersionsIsRefused(String log, String name, String below) throws IOException {
    Path named = Files.createDirectories(folder.resolve(below));
    Files.createFile(named.resolve("part-0.parquet"));
    assertThat(DataFolders.savedFiles(named)).isEmpty();
    Files.createDirectories(folder.resolve(log).getParent());
    Files.createFile(folder.resolve(log));
    assertThatThrownBy(() -> DataFolders.savedFiles(named))
        .isInstanceOf(RequestException.class)
        .hasMessageMatching(
            "(?s).*: is an? "
                + name
                + " table, whose files also hold rows that were deleted or replaced; write its"
                + " current rows to Parquet files in another folder");
  }

  @Test
  void metadataOfAnotherKindIsNoTable() throws IOException {
    Files.createDirectories(folder.resolve("metadata"));
    Files.createFile(folder.resolve("metadata/metadata_0.parquet"));
    assertThat(DataFolders.savedFiles(folder)).isEmpty();
  }

  private void list(String text) throws IOException {
    Files.writeString(folder.resolve("state.json"), text);
  }
}
