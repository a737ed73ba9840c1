// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns of a table, in order.
 *
 * @param columns at least one, with distinct names
 */
public record TableSchema(List<Column> columns) {

  public TableSchema {
    columns = List.copyOf(columns);
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("a table has at least one column");
    }
    Set<String> names = new HashSet<>();
    for (Column column : columns) {
      if (!names.add(column.name())) {
        throw new IllegalArgumentException("two columns are named '" + column.name() + "'");
      }
    }
  }

  /** Returns a schema of these columns. */
  public static TableSchema of(Column... columns) {
    return new TableSchema(List.of(columns));
  }

  /** Returns a column that has a value in every row. */
  public static Column required(String name, ColumnType type) {
    return new Column(name, type, false);
  }

  /** Returns a column that may hold nulls. */
  public static Column nullable(String name, ColumnType type) {
    return new Column(name, type, true);
  }

  /** Returns the number of columns. */
  public int size() {
    return columns.size();
  }

  /** Returns the column at this position. */
  public Column column(int index) {
    return columns.get(index);
  }

  /**
   * One column.
   *
   * @param name letters, digits and underscores, not starting with a digit: valid for every reader
   *     of every format
   * @param type its type
   * @param nullable whether a row may lack a value
   */
  public record Column(String name, ColumnType type, boolean nullable) {
    public Column {
      if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        throw new IllegalArgumentException(
            "a column's name is made of letters, digits and underscores; name='" + name + "'");
      }
    }
  }
}
