// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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

  @Test
  void aBitThatChangesARowIsSeenWhereverItIs() throws IOException {
    Path file = folder.resolve(Rejects.FILE_NAME);
    List<Reject> rejects =
        IntStream.range(0, 60)
            .mapToObj(row -> new Reject("a.tar", "key " + row * 7919, "no é, " + row % 3))
            .toList();
    Rejects.write(file, rejects);
    assertThat(Rejects.read(file)).isEqualTo(rejects);
    byte[] bytes = Files.readAllBytes(file);
    int byDigest = 0;
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] ^= 4;
      Files.write(file, bytes);
      bytes[at] ^= 4;
      try {
        assertThat(Rejects.read(file)).as("byte " + at).isEqualTo(rejects);
      } catch (FalconException e) {
        assertThat(e).hasMessageStartingWith(file + ": ");
        byDigest += e.getMessage().startsWith(file + ": is not as it was written") ? 1 : 0;
      }
    }
    assertThat(byDigest)
        .isGreaterThan(100); // the others are refused by the reader, or change no row
  }

  @Test
  void aTableOfAnEarlierReleaseHasNoDigestAndIsRead() {
    Path file = folder.resolve(Rejects.FILE_NAME);
    TableSchema schema =
        TableSchema.of(
            TableSchema.required("source", ColumnType.UTF8),
            TableSchema.required("key", ColumnType.UTF8),
            TableSchema.required("reason", ColumnType.UTF8));
    Map<String, String> metadata = Map.of("falcon.rejects.version", "1");
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, schema, metadata)) {
      table.setString(0, "a.tar").setString(1, "7").setString(2, "no key").endRow();
      table.commit();
    }
    assertThat(Rejects.read(file)).containsExactly(new Reject("a.tar", "7", "no key"));
  }
}
