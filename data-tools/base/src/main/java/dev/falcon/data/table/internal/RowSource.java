// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.table.ColumnType;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Reads the rows of a table in one format. Columns are selected before the first row is read; only
 * they are decoded.
 */
public interface RowSource extends Closeable {
  /** Returns the names of the file's columns, in order. */
  List<String> columns();

  /** Returns the file's key-value metadata; empty if the format has none. */
  Map<String, String> metadata();

  /** Returns the number of rows; -1 if it is unknown before reading. */
  long rows();

  /**
   * Selects a column of the file, whose values are stored in the row's column at {@code position}.
   *
   * @throws UnfitColumnException if the column's contents cannot be read as this type
   */
  void select(String column, ColumnType type, int position);

  /**
   * Returns the single values in a column of records, each as {@code column.field}, which is
   * selected as a column is; empty for a column of anything else.
   */
  default List<String> fields(String column) {
    return List.of();
  }

  /** Returns what a column of the file holds. */
  Content content(String column);

  /** Returns the type as which a column of the file is read without loss. */
  default ColumnType naturalType(String column) {
    return Meaning.natural(content(column));
  }

  /** Reads the next row into {@code row}; returns false at the end. */
  boolean read(Row row) throws IOException;

  /**
   * Skips rows.
   *
   * @param rows the maximum number of rows to skip
   * @param scratch a row that may be overwritten
   * @return the number of skipped rows
   */
  default long skip(long rows, Row scratch) throws IOException {
    long skipped = 0;
    while (skipped < rows) {
      scratch.clear();
      if (!read(scratch)) {
        break;
      }
      skipped++;
    }
    return skipped;
  }
}
