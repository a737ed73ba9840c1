package dev.falcon.mining.shuffle;

import java.util.function.LongUnaryOperator;

/** The search spaces of one epoch: consecutive blocks of |M| rows of a seeded shuffle. */
public final class SearchSpaces {
  private final SpaceLayout layout;
  private final Shuffle shuffle;
  private final LongUnaryOperator row;

  /**
   * Spaces of shuffled rows.
   *
   * @param layout divides positions into spaces
   * @param shuffle of the usable rows' ranks
   * @param row the row of a rank among the usable ones
   */
  public SearchSpaces(SpaceLayout layout, Shuffle shuffle, LongUnaryOperator row) {
    this.layout = layout;
    this.shuffle = shuffle;
    this.row = row;
  }

  /**
   * Spaces of all rows, shuffled for one epoch.
   *
   * @param rows number of rows
   * @param size |M|, at least 1
   */
  public static SearchSpaces of(long rows, int size, long seed, int epoch) {
    return new SearchSpaces(
        SpaceLayout.of(rows, size), Shuffles.of(rows, seed, epoch), rank -> rank);
  }

  /** Number of search spaces. */
  public int count() {
    return layout.count();
  }

  /** The rows of one space, in the order of their indices in it. */
  public long[] rows(int space) {
    long[] rows = new long[layout.rows(space)];
    long start = layout.start(space);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row.applyAsLong(shuffle.at(start + i));
    }
    return rows;
  }
}
