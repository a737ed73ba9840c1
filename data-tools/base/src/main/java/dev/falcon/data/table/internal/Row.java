// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One row of a table: numbers as the bits of a long, to avoid boxing; strings, bytes and lists as
 * objects. Reused from row to row.
 */
public final class Row {
  private final TableSchema schema;
  private final ColumnType[] types;
  private final boolean[] present;
  private final long[] numbers;
  private final Object[] objects;

  public Row(TableSchema schema) {
    this.schema = schema;
    this.types = schema.columns().stream().map(TableSchema.Column::type).toArray(ColumnType[]::new);
    this.present = new boolean[types.length];
    this.numbers = new long[types.length];
    this.objects = new Object[types.length];
  }

  public TableSchema schema() {
    return schema;
  }

  public boolean isNull(int column) {
    return !present[column];
  }

  public void setInt(int column, int value) {
    setNumber(column, ColumnType.INT32, value);
  }

  public void setLong(int column, long value) {
    setNumber(column, ColumnType.INT64, value);
  }

  public void setFloat(int column, float value) {
    setNumber(column, ColumnType.FLOAT32, Float.floatToRawIntBits(value));
  }

  public void setDouble(int column, double value) {
    setNumber(column, ColumnType.FLOAT64, Double.doubleToRawLongBits(value));
  }

  public void setBoolean(int column, boolean value) {
    setNumber(column, ColumnType.BOOL, value ? 1 : 0);
  }

  /** Sets a string, bytes or a list; null stands for a missing value. */
  public void setObject(int column, ColumnType type, Object value) {
    requireType(column, type);
    objects[column] = value;
    present[column] = value != null;
  }

  public int getInt(int column) {
    return (int) number(column, ColumnType.INT32);
  }

  public long getLong(int column) {
    return number(column, ColumnType.INT64);
  }

  public float getFloat(int column) {
    return Float.intBitsToFloat((int) number(column, ColumnType.FLOAT32));
  }

  public double getDouble(int column) {
    return Double.longBitsToDouble(number(column, ColumnType.FLOAT64));
  }

  public boolean getBoolean(int column) {
    return number(column, ColumnType.BOOL) != 0;
  }

  /** Returns the string, or null. */
  public String getString(int column) {
    requireType(column, ColumnType.UTF8);
    return (String) objects[column];
  }

  /** Returns the bytes, or null. */
  public byte[] getBytes(int column) {
    requireType(column, ColumnType.BINARY);
    return (byte[]) objects[column];
  }

  /** Returns the list, or null. */
  @SuppressWarnings("unchecked") // setObject and the readers put only lists of strings here
  public List<String> getStrings(int column) {
    requireType(column, ColumnType.UTF8_LIST);
    return (List<String>) objects[column];
  }

  /** Returns the list, or null. */
  @SuppressWarnings("unchecked") // setObject and the readers put only lists of floats here
  public List<Float> getFloats(int column) {
    requireType(column, ColumnType.FLOAT32_LIST);
    return (List<Float>) objects[column];
  }

  /** Returns the value as an object of its type; empty for a missing value. */
  public Optional<Object> value(int column) {
    if (!present[column]) {
      return Optional.empty();
    }
    return Optional.of(
        switch (types[column]) {
          case INT32 -> getInt(column);
          case INT64 -> getLong(column);
          case FLOAT32 -> getFloat(column);
          case FLOAT64 -> getDouble(column);
          case BOOL -> getBoolean(column);
          case UTF8, BINARY, UTF8_LIST, FLOAT32_LIST -> objects[column];
        });
  }

  /** Makes every column null. */
  public void clear() {
    Arrays.fill(present, false);
    Arrays.fill(objects, null);
  }

  /** Throws if a required column has no value. */
  public void requireComplete() {
    for (int i = 0; i < types.length; i++) {
      if (!present[i] && !schema.column(i).nullable()) {
        throw new IllegalStateException(
            "the row has no value for the required column '" + schema.column(i).name() + "'");
      }
    }
  }

  private void setNumber(int column, ColumnType type, long bits) {
    requireType(column, type);
    numbers[column] = bits;
    present[column] = true;
  }

  private long number(int column, ColumnType type) {
    requireType(column, type);
    return numbers[column];
  }

  private void requireType(int column, ColumnType type) {
    if (types[column] != type) {
      throw new IllegalArgumentException(
          "column '" + schema.column(column).name() + "' is " + types[column] + ", not " + type);
    }
  }
}
