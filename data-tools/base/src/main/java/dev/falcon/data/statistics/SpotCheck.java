// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

/**
 * Computes the statistical guarantee that a sample of units gives if all of them were found right.
 */
public final class SpotCheck {
  private SpotCheck() {}

  /**
   * Returns the largest share of units that may be wrong if none in a sample is: if more were
   * wrong, a sample of this size, drawn without replacement, would contain a wrong unit with at
   * least the given confidence. If D of N units are wrong, none of n drawn units is wrong with
   * probability C(N − D, n) / C(N, n).
   *
   * @param all N, the number of units; at least 1
   * @param drawn n, the number of drawn units; in [1, all]
   * @param confidence the confidence level, in (0, 1), such as 0.95
   * @return the share, in [0, 1); 0 if all units were drawn
   */
  public static double largestShare(long all, long drawn, double confidence) {
    if (drawn < 1 || drawn > all) {
      throw new IllegalArgumentException("drawn must lie in [1, " + all + "]; drawn=" + drawn);
    }
    long low = 0; // the largest number known to be possible
    long high = all - drawn + 1; // with this many wrong units, one is always drawn
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (noneOf(all, drawn, middle) > 1 - confidence) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (double) low / all;
  }

  private static double noneOf(long all, long drawn, long wrong) {
    double logarithm = 0;
    for (long i = 0; i < drawn; i++) {
      logarithm += StrictMath.log((double) (all - wrong - i) / (all - i));
    }
    return StrictMath.exp(logarithm);
  }
}
