// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import java.util.Arrays;

/**
 * Some rows of a table, stored as ranges of consecutive rows.
 *
 * <p>Memory: 16 bytes per range.
 */
public final class RowRanges {
  private long[] ends = new long[16];
  private int count;

  /** Returns all rows of any table. */
  public static RowRanges all() {
    RowRanges ranges = new RowRanges();
    ranges.ends[1] = Long.MAX_VALUE;
    ranges.count = 2;
    return ranges;
  }

  /**
   * Adds a row.
   *
   * @param row the row's number, larger than those of all rows added before
   */
  public void add(long row) {
    if (count > 0 && ends[count - 1] == row) {
      ends[count - 1] = row + 1;
      return;
    }
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count++] = row;
    ends[count++] = row + 1;
  }

  /** Returns the number of ranges. */
  int stretches() {
    return count / 2;
  }

  /** Returns the first row of a range. */
  long from(int stretch) {
    return ends[2 * stretch];
  }

  /** Returns the row after the last row of a range. */
  long to(int stretch) {
    return ends[2 * stretch + 1];
  }
}
