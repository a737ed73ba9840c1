package dev.falcon.data.statistics;

/** The statistical guarantee of a sample of units that were all found right. */
public final class SpotCheck {
  private SpotCheck() {}

  /**
   * The largest share of units that may be wrong, given that none of a sample is: with more, a
   * sample of this size, drawn without replacement, holds a wrong one with at least the confidence.
   * With D wrong units of N, none of n drawn is wrong with the probability C(N − D, n) / C(N, n).
   *
   * @param all N, how many units there are; at least 1
   * @param drawn n, how many were drawn; in [1, all]
   * @param confidence in (0, 1), such as 0.95
   * @return in [0, 1); 0 where all were drawn
   */
  public static double largestShare(long all, long drawn, double confidence) {
    if (drawn < 1 || drawn > all) {
      throw new IllegalArgumentException("drawn lies in [1, " + all + "]; drawn=" + drawn);
    }
    long low = 0; // this many may be wrong
    long high = all - drawn + 1; // of this many one is always drawn
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
