package dev.falcon.mining.shuffle;

/** Which permutation shuffles so many rows: by their number alone, never by who asks. */
public final class Shuffles {
  /** Up to so many rows the permutation is held in memory. */
  public static final long MOST_HELD = 1L << 24;

  private Shuffles() {}

  /**
   * Every order equally likely up to {@link #MOST_HELD} rows, and without memory above.
   *
   * @param unit what is shuffled, such as the epoch
   */
  public static Shuffle of(long rows, long seed, long... unit) {
    return rows <= MOST_HELD
        ? new HeldShuffle((int) rows, seed, unit)
        : new FeistelShuffle(rows, seed, unit);
  }
}
