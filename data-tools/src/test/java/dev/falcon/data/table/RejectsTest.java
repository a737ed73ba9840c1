package dev.falcon.data.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Reject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RejectsTest {
  @TempDir private Path folder;

  @Test
  void everyRejectIsARowOfTheTable() {
    Path file = folder.resolve(Rejects.FILE_NAME);

    Rejects.write(
        file,
        List.of(
            new Reject("a.tar", "000017", "the JPEG is cut short"),
            new Reject("b.tar", "row 3", "no key")));

    try (TableReader table = TableReader.open(file)) {
      int source = table.column(ColumnType.UTF8, "source");
      int key = table.column(ColumnType.UTF8, "key");
      int reason = table.column(ColumnType.UTF8, "reason");
      assertThat(table.next()).isTrue();
      assertThat(List.of(table.getString(source), table.getString(key), table.getString(reason)))
          .containsExactly("a.tar", "000017", "the JPEG is cut short");
      assertThat(table.next()).isTrue();
      assertThat(table.getString(key)).isEqualTo("row 3");
      assertThat(table.next()).isFalse();
    }
  }
}
