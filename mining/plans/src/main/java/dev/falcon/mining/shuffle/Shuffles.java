// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.shuffle;

/** Selects the kind of permutation by the number of rows. */
public final class Shuffles {
  /** The number of rows up to which a permutation is held in memory. */
  public static final long MOST_HELD = 1L << 24;

  private Shuffles() {}

  /**
   * Returns a permutation: up to {@link #MOST_HELD} rows one held in memory, with every order
   * equally likely; for more rows one that takes no memory.
   *
   * @param unit the unit of work, such as the epoch
   */
  public static Shuffle of(long rows, long seed, long... unit) {
    return rows <= MOST_HELD
        ? new HeldShuffle((int) rows, seed, unit)
        : new FeistelShuffle(rows, seed, unit);
  }
}
