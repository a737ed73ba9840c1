// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import static dev.falcon.data.table.TableSchema.nullable;
import static dev.falcon.data.table.TableSchema.required;
import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page has at most 20,000 rows, so that these columns have several in a row group. */
class ColumnPagesTest {
  private static final int ROWS = 90_000;
  private static final TableSchema SCHEMA =
      TableSchema.of(
          required("repeated", ColumnType.INT32),
          required("distinct", ColumnType.INT64),
          nullable("score", ColumnType.FLOAT32),
          nullable("name", ColumnType.UTF8),
          nullable("words", ColumnType.UTF8_LIST));

  @TempDir private Path folder;
  private Path file;
  private List<List<Optional<Object>>> rows;

  @BeforeEach
  void write() {
    file = folder.resolve("table.parquet");
    // Two row groups.
    try (TableWriter table = TableWriter.createParquet(file, SCHEMA, Map.of(), 1 << 21)) {
      RandomStream random = RandomStream.of(3, "pages");
      for (int row = 0; row < ROWS; row++) {
        table.setInt(0, row / 5_000).setLong(1, 7L * row);
        if (random.nextInt(3) > 0) {
          table.setFloat(2, random.nextInt(100));
        }
        if (random.nextInt(4) > 0) {
          table.setString(3, "name " + random.nextInt(500));
        }
        if (random.nextInt(5) > 0) {
          table.setStrings(
              4, IntStream.range(0, random.nextInt(3)).mapToObj(i -> "w" + i).toList());
        }
        table.endRow();
      }
      table.commit();
    }
    rows = new ArrayList<>();
    try (TableReader table = open()) {
      while (table.next()) {
        rows.add(values(table));
      }
    }
    assertThat(rows).hasSize(ROWS);
  }

  private TableReader open() {
    TableReader table = TableReader.open(file);
    SCHEMA.columns().forEach(column -> table.column(column.type(), column.name()));
    return table;
  }

  private static List<Optional<Object>> values(TableReader table) {
    return IntStream.range(0, SCHEMA.size()).mapToObj(table::value).toList();
  }

  @Test
  void rowsAfterOthersThatArePassedOverAreThoseOfAReadingOfAll() {
    RandomStream random = RandomStream.of(4, "skips");
    int[] lengths = {1, 3, 100, 19_999, 20_000, 20_001, 45_000, ROWS};
    for (int attempt = 0; attempt < 60; attempt++) {
      try (TableReader table = open()) {
        int at = 0;
        while (at < ROWS) {
          int skipped = random.nextInt(lengths[random.nextInt(lengths.length)] + 1);
          table.skip(skipped);
          at += skipped;
          for (int row = 0; row < random.nextInt(4) && at < ROWS; row++, at++) {
            assertThat(table.next()).isTrue();
            assertThat(values(table)).as("row %d", at).isEqualTo(rows.get(at));
          }
        }
        assertThat(table.next()).isFalse();
      }
    }
  }

  @Test
  void allOfATableCanBePassedOver() {
    try (TableReader table = open()) {
      table.skip(ROWS - 1);
      assertThat(table.next()).isTrue();
      assertThat(values(table)).isEqualTo(rows.get(ROWS - 1));
      assertThat(table.next()).isFalse();
    }
    try (TableReader table = open()) {
      table.skip(ROWS);
      assertThat(table.next()).isFalse();
    }
  }
}
