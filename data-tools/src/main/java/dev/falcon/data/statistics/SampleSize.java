package dev.falcon.data.statistics;

import java.util.Arrays;

/** Number of pairs to draw. */
public final class SampleSize {
  private SampleSize() {}

  /**
   * The smallest count for which Wilson's interval is no wider than {@code ± precision} whatever
   * the share, the worst case being one half; at most the whole of a finite population.
   *
   * @param precision in (0, 0.5)
   */
  public static long forPrecision(double precision, long population) {
    // The half width at one half is z / (2 sqrt(n + z²)).
    double z2 = Interval.Z * Interval.Z;
    double infinite = Math.max(1, z2 / (4 * precision * precision) - z2);
    return Math.min(population, (long) Math.ceil(infinite - 1e-9));
  }

  /**
   * Divides a budget equally among strata; the unused part of a small stratum goes to the others.
   *
   * @param populations pairs of each stratum
   * @param budget pairs to draw in all
   * @return pairs to draw of each stratum, none more than it has
   */
  public static long[] divide(long[] populations, long budget) {
    Integer[] order = new Integer[populations.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order, (a, b) -> Long.compare(populations[a], populations[b])); // stable: ties by number
    long[] drawn = new long[populations.length];
    long left = budget;
    for (int i = 0; i < order.length; i++) {
      int stratum = order[i];
      drawn[stratum] = Math.min(populations[stratum], left / (order.length - i));
      left -= drawn[stratum];
    }
    return drawn;
  }
}
