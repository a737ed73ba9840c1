package dev.falcon.mining.internal.certificate;

import dev.falcon.mining.internal.kernel.Keys;

/**
 * Who decides between the similarities that are kept of rows of S. What is kept is canonical, and
 * decides by itself, unless an implementation says otherwise. Used by many threads at once.
 */
public interface Decider {
  /** What is kept is canonical. */
  Decider EXACT = new Decider() {};

  /**
   * The {@link Keys#of key} that a sort of {@code keys[from..to)} of one row alone would put at
   * {@code k}. Those before it are then no more similar, those behind it no less, and keys that
   * were in doubt are canonical.
   */
  default long select(int row, long[] keys, int from, int to, int k) {
    return Keys.select(keys, from, to, k);
  }

  /** The least of {@code keys[from..to)} of one row, or the greatest long where there is none. */
  default long least(int row, long[] keys, int from, int to) {
    long least = Long.MAX_VALUE;
    for (int x = from; x < to; x++) {
      least = Math.min(least, keys[x]);
    }
    return least;
  }

  /** The key, or where it is in doubt on which side of a value it lies, the canonical one. */
  default long beside(int row, long key, float value) {
    return key;
  }

  /**
   * Whether a canonical value lies so far inside an interval that what is kept elsewhere lies on
   * its own side of it.
   */
  default boolean inside(float value, float low, float high) {
    return true;
  }

  /**
   * The key of the candidate of a rank.
   *
   * @param similarities a row of S as it is kept
   * @param candidates indices of which the first {@code count} count
   * @param found the key that has that rank among what is kept
   */
  default long among(
      int row, float[] similarities, int[] candidates, int count, int rank, long found) {
    return found;
  }

  /** Makes of a kept row canonical what is in doubt on which side of a value it lies. */
  default void settle(int row, float[] similarities, float value) {}

  /**
   * The canonical row of S, +∞ at the row itself.
   *
   * @param similarities the row as it is kept
   * @param buffer in which the row may be computed; may be the same
   */
  default float[] whole(int row, float[] similarities, float[] buffer) {
    return similarities;
  }
}
