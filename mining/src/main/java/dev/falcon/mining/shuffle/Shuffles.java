package dev.falcon.mining.shuffle;

/** Selects the permutation for a number of rows: by the number alone. */
public final class Shuffles {
  /** Up to this many rows the permutation is held in memory. */
  public static final long MOST_HELD = 1L << 24;

  private Shuffles() {}

  /**
   * Every order equally likely up to {@link #MOST_HELD} rows, and without memory above.
   *
   * @param unit the unit of work, such as the epoch
   */
  public static Shuffle of(long rows, long seed, long... unit) {
    return rows <= MOST_HELD
        ? new HeldShuffle((int) rows, seed, unit)
        : new FeistelShuffle(rows, seed, unit);
  }
}
