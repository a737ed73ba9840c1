// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.shuffle;

import java.util.function.LongUnaryOperator;

/** The search spaces of one epoch: consecutive blocks of |M| rows of a seeded shuffle. */
public final class SearchSpaces {
  private final SpaceLayout layout;
  private final Shuffle shuffle;
  private final LongUnaryOperator row;

  /**
   * Creates the spaces of shuffled rows.
   *
   * @param layout the division of positions into spaces
   * @param shuffle the shuffle of the usable rows' ranks
   * @param row gives the row of a rank among the usable rows
   */
  public SearchSpaces(SpaceLayout layout, Shuffle shuffle, LongUnaryOperator row) {
    this.layout = layout;
    this.shuffle = shuffle;
    this.row = row;
  }

  /**
   * Returns the spaces of all rows, shuffled for one epoch.
   *
   * @param rows the number of rows
   * @param size |M|, at least 1
   */
  public static SearchSpaces of(long rows, int size, long seed, int epoch) {
    return new SearchSpaces(
        SpaceLayout.of(rows, size), Shuffles.of(rows, seed, epoch), rank -> rank);
  }

  /** Returns the number of search spaces. */
  public int count() {
    return layout.count();
  }

  /** Returns the rows of one space, in the order of their indices in it. */
  public long[] rows(int space) {
    long[] rows = new long[layout.rows(space)];
    long start = layout.start(space);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row.applyAsLong(shuffle.at(start + i));
    }
    return rows;
  }
}
