package dev.falcon.data.table.internal;

import dev.falcon.data.table.schema.ColumnType;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Gives the rows of a table in one format. Columns are selected before the first row is read; only
 * they are decoded.
 */
public interface RowSource extends Closeable {
  /** The names of the columns that the file has, in its order. */
  List<String> columns();

  /** The file's key-value metadata; empty where the format has none. */
  Map<String, String> metadata();

  /** How many rows the file has; -1 where only reading tells. */
  long rows();

  /**
   * Has the file's column decoded into the row's column of that position.
   *
   * @throws UnfitColumnException where the file's type cannot be read as this type
   */
  void select(String column, ColumnType type, int position);

  /** Fills the row; false at the end. */
  boolean read(Row row) throws IOException;
}
