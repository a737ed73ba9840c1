// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every format must do alike. */
class TableRoundTripTest {
  private static final TableSchema SCHEMA =
      TableSchema.of(
          TableSchema.required("row", ColumnType.INT64),
          TableSchema.nullable("int32", ColumnType.INT32),
          TableSchema.nullable("int64", ColumnType.INT64),
          TableSchema.nullable("float32", ColumnType.FLOAT32),
          TableSchema.nullable("float64", ColumnType.FLOAT64),
          TableSchema.nullable("bool", ColumnType.BOOL),
          TableSchema.nullable("utf8", ColumnType.UTF8),
          TableSchema.nullable("binary", ColumnType.BINARY),
          TableSchema.nullable("utf8_list", ColumnType.UTF8_LIST));
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "a",
          "a,b",
          "\"quoted\"",
          "two\r\nlines",
          "naïve 🦅",
          "null",
          "\\",
          "\t",
          "two\u2028lines\u0085");

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(TableFormat.class)
  void rowsComeBackAsTheyWereWritten(TableFormat format) {
    // Past one record batch of Arrow's.
    List<List<Object>> rows = randomRows(format == TableFormat.ARROW ? 70_000 : 3_000);
    Path file = write(format, "t", rows);

    assertThat(read(file)).isEqualTo(rows);
  }

  @ParameterizedTest
  @EnumSource(TableFormat.class)
  void rowsThatArePassedOverAreThoseBetween(TableFormat format) {
    List<List<Object>> rows = randomRows(3_000);
    // Of Parquet, several row groups.
    Path file = write(format, "t", rows, 1 << 14);

    for (int step : new int[] {1, 7, 400, 1_100, 2_999}) {
      List<List<Object>> expected = new ArrayList<>();
      for (int row = step; row < rows.size(); row += step + 1) {
        expected.add(rows.get(row));
      }
      assertThat(read(file, step)).as("every row after %d others", step).isEqualTo(expected);
    }
    assertThat(read(file, 3_000)).isEmpty();
    assertThat(read(file, Long.MAX_VALUE)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(TableFormat.class)
  void theSameRowsGiveTheSameBytes(TableFormat format) throws IOException {
    List<List<Object>> rows = randomRows(2_000);

    byte[] first = Files.readAllBytes(write(format, "first", rows));
    byte[] second = Files.readAllBytes(write(format, "second", rows));

    assertThat(first).isEqualTo(second);
  }

  @ParameterizedTest
  @EnumSource(TableFormat.class)
  void aTableWithoutRowsIsATable(TableFormat format) {
    Path file = write(format, "empty", List.of());

    try (TableReader table = TableReader.open(file)) {
      if (format != TableFormat.JSONL) {
        table.column(ColumnType.INT64, "row");
        assertThat(table.next()).isFalse();
        assertThat(table.columns()).hasSize(SCHEMA.size());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(TableFormat.class)
  void theFirstOfSeveralNamesThatExistsIsTaken(TableFormat format) {
    Path file = write(format, "t", randomRows(3));

    try (TableReader table = TableReader.open(file)) {
      int row = table.column(ColumnType.INT64, "no_such", "row", "int64");
      assertThat(table.findColumn(ColumnType.UTF8, "nor_this")).isEmpty();
      assertThat(table.next()).isTrue();
      assertThat(table.getLong(row)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(TableFormat.class)
  void aMissingColumnIsNamedWithThoseThatExist(TableFormat format) {
    Path file = write(format, "t", randomRows(3));

    try (TableReader table = TableReader.open(file)) {
      assertThatThrownBy(() -> table.column(ColumnType.UTF8, "caption", "text"))
          .isInstanceOf(FalconException.class)
          .hasMessageContainingAll(file.toString(), "'caption' or 'text'", "row, int32, int64");
    }
  }

  @ParameterizedTest
  @EnumSource(TableFormat.class)
  void aColumnOfAnUnfitTypeIsRefused(TableFormat format) {
    Path file = write(format, "t", randomRows(50));

    assertThatThrownBy(
            () -> {
              try (TableReader table = TableReader.open(file)) {
                table.column(ColumnType.INT32, "utf8");
                while (table.next()) {}
              }
            })
        .isInstanceOf(FalconException.class)
        .hasMessageContainingAll(file.toString(), "'utf8'");
  }

  @ParameterizedTest
  @EnumSource(
      value = TableFormat.class,
      names = {"PARQUET", "ARROW"})
  void aFileCutAnywhereIsRefusedByName(TableFormat format) throws IOException {
    Path file = write(format, "t", randomRows(500));
    byte[] whole = Files.readAllBytes(file);
    for (int length : new int[] {0, 3, 9, whole.length / 2, whole.length - 9, whole.length - 1}) {
      Files.write(file, Arrays.copyOf(whole, length));

      assertThatThrownBy(() -> read(file))
          .as("cut to %d bytes", length)
          .isInstanceOf(FalconException.class)
          .hasMessageContaining(file.toString());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = TableFormat.class,
      names = {"PARQUET", "ARROW"})
  void metadataIsKept(TableFormat format) {
    Path file = write(format, "t", randomRows(1));

    try (TableReader table = TableReader.open(file)) {
      assertThat(table.metadata()).containsEntry("provenance", "{\"seed\": 1}");
    }
  }

  @ParameterizedTest
  @EnumSource(TableFormat.class)
  void withoutACommitNothingIsLeft(TableFormat format) throws IOException {
    Path file = folder.resolve("t." + format.label());
    try (TableWriter table = TableWriter.create(file, format, SCHEMA, Map.of())) {
      table.setLong(0, 1).endRow();
    }

    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  private Path write(TableFormat format, String name, List<List<Object>> rows) {
    return write(format, name, rows, 64L << 20);
  }

  private Path write(TableFormat format, String name, List<List<Object>> rows, long rowGroup) {
    Path file = folder.resolve(name + "." + format.label());
    Map<String, String> metadata = Map.of("provenance", "{\"seed\": 1}", "other", "1");
    try (TableWriter table = writer(file, format, metadata, rowGroup)) {
      for (List<Object> row : rows) {
        for (int i = 0; i < row.size(); i++) {
          set(table, i, row.get(i));
        }
        table.endRow();
      }
      table.commit();
    }
    return file;
  }

  private static void set(TableWriter table, int column, Object value) {
    if (value == null) {
      return;
    }
    switch (SCHEMA.column(column).type()) {
      case INT32 -> table.setInt(column, (Integer) value);
      case INT64 -> table.setLong(column, (Long) value);
      case FLOAT32 -> table.setFloat(column, (Float) value);
      case FLOAT64 -> table.setDouble(column, (Double) value);
      case BOOL -> table.setBoolean(column, (Boolean) value);
      case UTF8 -> table.setString(column, (String) value);
      case BINARY -> table.setBytes(column, bytes((List<?>) value));
      case UTF8_LIST ->
          table.setStrings(column, ((List<?>) value).stream().map(String.class::cast).toList());
      case FLOAT32_LIST ->
          table.setFloats(column, ((List<?>) value).stream().map(Float.class::cast).toList());
    }
  }

  private static TableWriter writer(
      Path file, TableFormat format, Map<String, String> metadata, long rowGroup) {
    return format == TableFormat.PARQUET
        ? TableWriter.createParquet(file, SCHEMA, metadata, rowGroup)
        : TableWriter.create(file, format, SCHEMA, metadata);
  }

  private static List<List<Object>> read(Path file) {
    return read(file, 0);
  }

  /** Every row after some that are passed over. */
  private static List<List<Object>> read(Path file, long skipped) {
    List<List<Object>> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(file)) {
      for (TableSchema.Column column : SCHEMA.columns()) {
        table.column(column.type(), column.name());
      }
      while (true) {
        table.skip(skipped);
        if (!table.next()) {
          break;
        }
        List<Object> row = new ArrayList<>();
        for (int i = 0; i < SCHEMA.size(); i++) {
          row.add(table.isNull(i) ? null : get(table, i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static Object get(TableReader table, int column) {
    return switch (SCHEMA.column(column).type()) {
      case INT32 -> table.getInt(column);
      case INT64 -> table.getLong(column);
      case FLOAT32 -> table.getFloat(column);
      case FLOAT64 -> table.getDouble(column);
      case BOOL -> table.getBoolean(column);
      case UTF8 -> table.getString(column);
      case BINARY -> boxed(table.getBytes(column));
      case UTF8_LIST -> table.getStrings(column);
      case FLOAT32_LIST -> table.getFloats(column);
    };
  }

  /** About a third of the values are null. */
  private static List<List<Object>> randomRows(int count) {
    RandomStream random = RandomStream.of(7, "rows");
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[random.nextInt(5)];
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = (byte) random.nextInt(256);
      }
      List<String> list = new ArrayList<>();
      for (int k = random.nextInt(4); k > 0; k--) {
        list.add(TEXTS.get(random.nextInt(TEXTS.size())));
      }
      List<Object> row =
          Arrays.asList(
              (long) i,
              (int) random.nextLong(),
              random.nextLong(),
              (float) random.nextGaussian(),
              random.nextGaussian() * 1e-300,
              random.nextInt(2) == 1,
              TEXTS.get(random.nextInt(TEXTS.size())),
              boxed(bytes),
              list);
      for (int k = 1; k < row.size(); k++) {
        if (random.nextInt(3) == 0) {
          row.set(k, null);
        }
      }
      rows.add(row);
    }
    return rows;
  }

  private static List<Byte> boxed(byte[] bytes) {
    List<Byte> list = new ArrayList<>();
    for (byte b : bytes) {
      list.add(b);
    }
    return list;
  }

  private static byte[] bytes(List<?> list) {
    byte[] bytes = new byte[list.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (Byte) list.get(i);
    }
    return bytes;
  }
}
