// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/** A list of floats that are not boxed. */
public final class FloatList extends AbstractList<Float> implements RandomAccess {
  private float[] values;
  private int size;

  FloatList(int expected) {
    values = new float[Math.max(1, expected)];
  }

  void put(float value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  @Override
  public Float get(int index) {
    if (index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return values[index];
  }

  @Override
  public int size() {
    return size;
  }

  /** Returns the floats as an array, which is not copied if it has no room to spare. */
  public float[] array() {
    return size == values.length ? values : Arrays.copyOf(values, size);
  }
}
