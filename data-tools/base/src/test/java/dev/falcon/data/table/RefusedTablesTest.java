// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FailingFiles;
import dev.falcon.data.FalconException;
import dev.falcon.data.Patch;
import dev.falcon.data.file.TextFiles;
import dev.falcon.data.table.internal.ParquetColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.parquet.io.api.Binary;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that are none, calls in the wrong order, and disks that are full. */
class RefusedTablesTest {
  private static final TableSchema SCHEMA =
      TableSchema.of(TableSchema.required("a", ColumnType.UTF8));

  @TempDir private Path folder;

  @Test
  void aFolderOfPartsMustListThemAndHaveThem() throws IOException {
    Path manifest = Files.writeString(folder.resolve("plan.json"), "{\"parts\": []}");
    refused(() -> TableReader.open(folder), manifest + ": lists no parts");

    Files.writeString(manifest, "{\"parts\": [{\"file\": \"0.csv\", \"rows\": 1}]}");
    Path part = folder.resolve("0.csv");
    refused(() -> TableReader.open(folder), folder + ": cannot be read: " + part);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\": 1}\n[1]\n", "{\"a\": 1}\n\"b\"\n"})
  void aLineThatIsNoObjectIsNamedByItsRow(String lines) throws IOException {
    Path file = Files.writeString(folder.resolve("a.jsonl"), lines);
    try (TableReader table = TableReader.open(file)) {
      int column = table.column(ColumnType.INT64, "a");
      assertThat(table.next()).isTrue();
      assertThat(table.getLong(column)).isEqualTo(1);
      refused(table::next, file + ": row 1 is not a JSON object");
    }
  }

  @Test
  void aTableThatIsPackedAsAWholeIsRefused() throws IOException {
    Path packed = Files.write(folder.resolve("a.parquet.gz"), new byte[] {0x1F, (byte) 0x8B});
    refused(
        () -> TableReader.open(packed),
        packed + ": is compressed as a whole, in which only tables of text are read; unpack it");
    Path cut = Files.write(folder.resolve("a.csv.gz"), new byte[] {0x1F, (byte) 0x8B});
    refused(
        () -> TableReader.open(cut), cut + ": is cut: a gzip file's head has 10 bytes at least");
    Path other = folder.resolve("a.xlsx");
    refused(
        () -> TableReader.open(other),
        other
            + ": the extension names no table format; known are parquet, arrow, jsonl, csv, tsv, json");
  }

  /** As Excel writes "Unicode text". */
  @Test
  void pairsInAnotherEncodingAreRefusedInWords() throws IOException {
    byte[] text = "key_a\tkey_b\nk1\tk2\n".getBytes(StandardCharsets.UTF_16);
    Path file = Files.write(folder.resolve("a.tsv"), text);
    refused(
        () -> PairFile.read(file, (first, second, score, where) -> {}),
        file + ": cannot be read: it is not valid UTF-8; save it as UTF-8");
    assertThatThrownBy(() -> TextFiles.read(file))
        .hasMessage("it is not valid UTF-8; save it as UTF-8");
  }

  @Test
  void columnsAreAskedForFirst() throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), "a,b\n1,2\n");
    try (TableReader table = TableReader.open(file)) {
      assertThatThrownBy(table::next).hasMessage("no column was asked for");
      table.column(ColumnType.UTF8, "a");
      assertThat(table.next()).isTrue();
      assertThatThrownBy(() -> table.column(ColumnType.UTF8, "b"))
          .hasMessage("columns are asked for before the first row");
    }
  }

  @Test
  void aRowHasWhatItsSchemaSays() {
    try (TableWriter table =
        TableWriter.create(folder.resolve("a.csv"), TableFormat.CSV, SCHEMA, Map.of())) {
      assertThatThrownBy(() -> table.setLong(0, 1)).hasMessage("column 'a' is UTF8, not INT64");
      assertThatThrownBy(table::endRow)
          .hasMessage("the row has no value for the required column 'a'");
    }
  }

  @Test
  void aTextBeyondItsColumnIsDamage() throws IOException {
    Path file = folder.resolve("a.arrow");
    int length = 77_777;
    try (TableWriter table = TableWriter.create(file, TableFormat.ARROW, SCHEMA, Map.of())) {
      table.setString(0, "b".repeat(length)).endRow();
      table.commit();
    }
    // Where the text begins and where it ends, 32 bits each, and its first letters.
    long letters = 0x6262626262626262L;
    Patch.longs(file, new long[] {(long) length << 32, letters}, new long[] {1L << 62, letters});

    try (TableReader table = TableReader.open(file)) {
      table.column(ColumnType.UTF8, "a");
      refused(
          table::next, file + ": truncated or damaged after row 0: a value of 1073741824 bytes");
    }
  }

  @Test
  void aNumberThatIsNotThereIsNamedByItsRow() throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), "a,b\n1,x\n,x\n");
    try (TableReader table = TableReader.open(file)) {
      int column = table.column(ColumnType.INT64, "a");
      assertThat(table.next()).isTrue();
      assertThat(table.getLong(column)).isEqualTo(1);
      assertThat(table.next()).isTrue();
      refused(() -> table.getLong(column), file + ": row 1 has no value in column 'a'");
    }
  }

  @Test
  void aQuoteThatDoesNotCloseIsNoRecord() throws IOException {
    Path file = folder.resolve("a.csv");
    Files.writeString(file, "a\n\"" + "b".repeat((1 << 24) + 1));
    try (TableReader table = TableReader.open(file)) {
      table.column(ColumnType.UTF8, "a");
      assertThatThrownBy(table::next)
          .isInstanceOf(FalconException.class)
          .hasMessageEndingWith(
              "the record at byte 2 has more than 16777216 bytes: a quote may not close");
    }
  }

  @ParameterizedTest
  @EnumSource(TableFormat.class)
  void aTableIsNotWrittenOverAFolder(TableFormat format) throws IOException {
    Path file = folder.resolve("a." + format.label());
    Files.createDirectory(folder.resolve(file.getFileName() + ".partial"));
    refusedToWrite(() -> TableWriter.create(file, format, SCHEMA, Map.of()), file);
  }

  @ParameterizedTest
  @EnumSource(TableFormat.class)
  void aFullDiskIsNamedWhereTheTableEnds(TableFormat format) throws IOException {
    Path file = folder.resolve("a." + format.label());
    FailingFiles.full(folder.resolve(file.getFileName() + ".partial"));
    refusedToWrite(
        () -> {
          try (TableWriter table = TableWriter.create(file, format, SCHEMA, Map.of())) {
            table.setString(0, "b").endRow();
            table.commit();
          }
        },
        file);
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource(
      value = TableFormat.class,
      names = {"JSONL", "CSV"})
  void aFullDiskIsNamedWhereARowEnds(TableFormat format) throws IOException {
    Path file = folder.resolve("a." + format.label());
    FailingFiles.full(folder.resolve(file.getFileName() + ".partial"));
    TableWriter table = TableWriter.create(file, format, SCHEMA, Map.of());
    table.setString(0, "b".repeat(1 << 17));
    refusedToWrite(table::endRow, file);
    refusedToWrite(table::close, file);
    assertThat(folder).isEmptyDirectory();
  }

  /** What comes out of the library where a page states a length that its bytes do not have. */
  @Test
  void aValueOutsideItsPageIsRefused() {
    Binary value = Binary.fromConstantByteBuffer(ByteBuffer.allocate(4), 0, -1);
    assertThatThrownBy(() -> ParquetColumn.sound(value)).hasMessage("a value of -1 bytes");
  }

  private static void refusedToWrite(ThrowingCallable call, Path file) {
    assertThatThrownBy(call)
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file + ": cannot be written: ");
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(FalconException.class).hasMessage(message);
  }
}
