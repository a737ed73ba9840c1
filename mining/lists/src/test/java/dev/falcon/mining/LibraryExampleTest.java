// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import example.LibraryExample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the page on Falcon as a library, which stands there as it stands here. */
class LibraryExampleTest {
  private static final Path HOME = Path.of(System.getProperty("falcon.home"));

  @TempDir private Path folder;

  @Test
  void itMinesWhatItSays() {
    LibraryExample.main(new String[] {folder.toString()});
    Set<String> keys = new HashSet<>();
    try (TableReader plan = TableReader.open(folder.resolve("plan.parquet"))) {
      int key = plan.column(ColumnType.UTF8, "key");
      while (plan.next()) {
        keys.add(plan.getString(key));
      }
    }
    assertThat(keys).as("10 batches of 32 different samples").hasSize(320);
  }

  @Test
  void thePageShowsIt() throws IOException {
    String source =
        Files.readString(HOME.resolve("mining/lists/src/test/java/example/LibraryExample.java"));
    String program = source.substring(source.indexOf("import")).strip();
    assertThat(Files.readString(HOME.resolve("docs/how-to/use-as-a-library.md")))
        .contains("```java\n" + program + "\n```");
  }
}
