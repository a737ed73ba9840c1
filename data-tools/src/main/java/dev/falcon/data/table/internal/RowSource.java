package dev.falcon.data.table.internal;

import dev.falcon.data.table.ColumnType;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Reads the rows of a table in one format. Columns are selected before the first row is read; only
 * they are decoded.
 */
public interface RowSource extends Closeable {
  /** The names of the file's columns, in order. */
  List<String> columns();

  /** The file's key-value metadata; empty if the format has none. */
  Map<String, String> metadata();

  /** Number of rows; -1 where it is unknown before reading. */
  long rows();

  /**
   * Selects the file's column for the row's column at that position.
   *
   * @throws UnfitColumnException if the file's type cannot be read as this type
   */
  void select(String column, ColumnType type, int position);

  /** Number of bytes of each value of a column, where the file fixes it; otherwise empty. */
  default OptionalInt fixedLength(String column) {
    return OptionalInt.empty();
  }

  /** Fills the row; false at the end. */
  boolean read(Row row) throws IOException;

  /**
   * Passes over rows.
   *
   * @param rows how many, at most
   * @param scratch a row that may be overwritten
   * @return how many there were
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
