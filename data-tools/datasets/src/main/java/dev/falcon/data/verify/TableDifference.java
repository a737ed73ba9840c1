// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds the first difference between a recorded table and the same table made again, and describes
 * it by row and column. The rows made again are passed one by one, from a table or from code that
 * would write one.
 */
public final class TableDifference {
  private final TableReader recorded;
  private final TableSchema schema;
  private final int naming;
  private final RowRanges compared;
  private final int[] columns;
  private long row = -1;
  private int stretch;
  private String difference; // null if there is none so far

  /**
   * Begins a comparison.
   *
   * @param recorded the recorded table, positioned at its beginning
   * @param schema the columns of both tables
   * @param naming the number of leading columns that identify a row in the report
   * @param compared the rows of the recorded table that are compared; the others are skipped
   *     without being decoded
   */
  public TableDifference(TableReader recorded, TableSchema schema, int naming, RowRanges compared) {
    this.recorded = recorded;
    this.schema = schema;
    this.naming = naming;
    this.compared = compared;
    this.columns = columns(recorded);
  }

  /**
   * Compares all rows of a table.
   *
   * @param made the table made again, positioned at its beginning
   * @return the first difference, as from {@link #first()}
   */
  public Optional<String> first(TableReader made) {
    int[] positions = columns(made);
    while (difference == null && made.next()) {
      require(read(made, positions));
    }
    return first();
  }

  /** Returns a writer whose rows are compared but not kept. */
  public TableWriter rows() {
    return TableWriter.into(
        schema,
        values -> {
          if (difference == null) {
            List<Object> made = new ArrayList<>(schema.size());
            for (int c = 0; c < schema.size(); c++) {
              made.add(values.value(c).orElse(null));
            }
            require(made);
          }
        });
  }

  /**
   * Returns the first difference, once all rows have been compared.
   *
   * @return the row's number in the recorded table, the values that identify it, the column and
   *     both values; empty if all rows are equal
   */
  public Optional<String> first() {
    if (difference == null) {
      List<Object> more = next();
      if (more != null) {
        difference = "row " + row + " (" + name(more) + ") is not there when it is made again";
      }
    }
    return Optional.ofNullable(difference);
  }

  private void require(List<Object> made) {
    List<Object> is = next();
    if (is == null) {
      difference = "ends after row " + row + "; made again it continues with " + name(made);
      return;
    }
    for (int c = 0; c < schema.size() && difference == null; c++) {
      if (!Objects.deepEquals(is.get(c), made.get(c))) {
        difference =
            String.format(
                Locale.ROOT,
                "row %d (%s), column %s: is %s, made again %s",
                row,
                name(made),
                schema.column(c).name(),
                text(is.get(c)),
                text(made.get(c)));
      }
    }
  }

  /** Returns the next row of the recorded table that is compared; null after the last. */
  private List<Object> next() {
    if (stretch == compared.stretches()) {
      return null;
    }
    if (row + 1 < compared.from(stretch)) {
      recorded.skip(compared.from(stretch) - row - 1);
      row = compared.from(stretch) - 1;
    }
    if (!recorded.next()) {
      return null;
    }
    row++;
    stretch += row + 1 == compared.to(stretch) ? 1 : 0;
    return read(recorded, columns);
  }

  private int[] columns(TableReader table) {
    return schema.columns().stream()
        .mapToInt(column -> table.column(column.type(), column.name()))
        .toArray();
  }

  private static List<Object> read(TableReader table, int[] columns) {
    List<Object> row = new ArrayList<>(columns.length);
    for (int column : columns) {
      row.add(table.value(column).orElse(null));
    }
    return row;
  }

  private String name(List<Object> row) {
    List<String> words = new ArrayList<>();
    for (int c = 0; c < Math.min(naming, row.size()); c++) {
      words.add(schema.column(c).name() + " " + text(row.get(c)));
    }
    return String.join(", ", words);
  }

  private static Object text(Object value) {
    return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value;
  }
}
