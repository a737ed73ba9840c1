// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import java.util.Arrays;

/** Computes numbers of pairs to draw. */
public final class SampleSize {
  private SampleSize() {}

  /**
   * Returns the smallest sample size for which Wilson's interval is no wider than {@code ±
   * precision} for any share (a share of one half is the worst case), but at most the population.
   *
   * @param precision half the width of the interval, in (0, 0.5)
   * @param population the number of pairs to draw from
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
   * @param populations the number of pairs in each stratum // [strata]
   * @param budget the total number of pairs to draw
   * @return the number of pairs to draw from each stratum, at most its population // [strata]
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
