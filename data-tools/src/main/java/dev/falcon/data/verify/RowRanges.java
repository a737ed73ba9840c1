package dev.falcon.data.verify;

import java.util.Arrays;

/**
 * Some rows of a table, as consecutive stretches.
 *
 * <p>Memory: 16 bytes per stretch.
 */
public final class RowRanges {
  private long[] ends = new long[16];
  private int count;

  /** All rows of any table. */
  public static RowRanges all() {
    RowRanges ranges = new RowRanges();
    ranges.ends[1] = Long.MAX_VALUE;
    ranges.count = 2;
    return ranges;
  }

  /**
   * Adds a row.
   *
   * @param row its number, larger than all that were added before
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

  /** Number of stretches. */
  int stretches() {
    return count / 2;
  }

  /** The first row of a stretch. */
  long from(int stretch) {
    return ends[2 * stretch];
  }

  /** The row after the last of a stretch. */
  long to(int stretch) {
    return ends[2 * stretch + 1];
  }
}
