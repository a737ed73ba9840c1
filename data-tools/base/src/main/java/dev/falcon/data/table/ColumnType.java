// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

/** The type of a column. */
public enum ColumnType {
  INT32,
  INT64,
  FLOAT32,
  FLOAT64,
  BOOL,
  UTF8,
  BINARY,
  /** A list of strings. */
  UTF8_LIST,
  /** A list of floats. */
  FLOAT32_LIST
}
