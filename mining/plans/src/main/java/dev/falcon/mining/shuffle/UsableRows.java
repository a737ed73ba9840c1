// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.shuffle;

import java.util.List;

/**
 * The rows of a store without those that were rejected, counted by rank.
 *
 * <p>Memory: 8 bytes per rejected row.
 */
public final class UsableRows {
  private final long count;
  private final long[] before; // the number of usable rows before each rejected row

  /**
   * Creates the usable rows of a store.
   *
   * @param rows the number of rows of the store
   * @param rejected the rejected rows of the store, ascending
   */
  public UsableRows(long rows, List<Long> rejected) {
    count = rows - rejected.size();
    before = new long[rejected.size()];
    for (int i = 0; i < before.length; i++) {
      before[i] = rejected.get(i) - i;
    }
  }

  /** Returns the number of usable rows. */
  public long count() {
    return count;
  }

  /** Returns the row of a rank. */
  public long row(long rank) {
    return rank + rejectedBefore(rank);
  }

  /** Returns the number of usable rows before a row. */
  public long rank(long row) {
    int low = 0;
    int high = before.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (before[middle] + middle < row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return row - low;
  }

  private int rejectedBefore(long rank) {
    int low = 0;
    int high = before.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (before[middle] <= rank) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
