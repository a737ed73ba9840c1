// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.FalconException;
import java.util.Arrays;
import java.util.Locale;

/** A growing array of longs, such as pairs of a query and an item. */
public final class LongList {
  private static final int MOST = 1 << 30;

  private final int most;
  private long[] values = new long[64];
  private int count;

  public LongList() {
    this(MOST);
  }

  /**
   * Creates an array.
   *
   * @param most the most values that it holds, a power of two that is at least 64
   */
  LongList(int most) {
    this.most = most;
  }

  public void add(long value) {
    if (count == most) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "more than %,d pairs of a query and an item of its image, a positive or a veto are to"
                  + " be held; texts with one image id are positives of each other, so fewer texts"
                  + " must share one",
              most));
    }
    if (count == values.length) {
      values = Arrays.copyOf(values, 2 * count);
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
