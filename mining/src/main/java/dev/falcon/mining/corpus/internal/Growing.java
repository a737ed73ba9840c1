package dev.falcon.mining.corpus.internal;

import java.util.Arrays;

/** A growing array of longs. */
public final class Growing {
  private long[] values = new long[64];
  private int count;

  public void add(long value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, Math.addExact(count, count));
    }
    values[count++] = value;
  }

  /** Adds the pairs of a query with some items. */
  void add(int query, int[] some) {
    for (int item : some) {
      add(ItemPairs.pair(query, item));
    }
  }

  public int count() {
    return count;
  }

  public long[] toArray() {
    return Arrays.copyOf(values, count);
  }
}
