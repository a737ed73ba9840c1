// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

/** Clopper and Pearson's one-sided confidence limit of a share, which is exact for any count. */
public final class BinomialLimit {
  private static final int HALVINGS = 60;

  private BinomialLimit() {}

  /**
   * Returns the upper confidence limit of the probability of an event: the p with
   * P(Binomial(trials, p) ≤ seen) = 1 − confidence.
   *
   * @param seen the number of trials in which the event occurred, in [0, trials]
   * @param trials the number of trials, at least 1
   * @param confidence the confidence level, in (0, 1), such as 0.95
   * @return the limit, in (0, 1]; 1 if the event occurred in every trial
   */
  public static double upper(long seen, long trials, double confidence) {
    if (trials < 1 || seen < 0 || seen > trials) {
      throw new IllegalArgumentException("seen=" + seen + " of trials=" + trials);
    }
    if (seen == trials) {
      return 1;
    }
    double low = (double) seen / trials;
    double high = 1;
    for (int step = 0; step < HALVINGS; step++) {
      double middle = (low + high) / 2;
      if (atMost(seen, trials, middle) > 1 - confidence) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /**
   * Returns P(Binomial(trials, p) ≤ seen) for p above seen / trials, summed from its largest term
   * downwards.
   */
  private static double atMost(long seen, long trials, double p) {
    double logTerm =
        BetaDistribution.logGamma(trials + 1.0)
            - BetaDistribution.logGamma(seen + 1.0)
            - BetaDistribution.logGamma(trials - seen + 1.0)
            + seen * StrictMath.log(p)
            + (trials - seen) * StrictMath.log1p(-p);
    double odds = (1 - p) / p;
    double term = StrictMath.exp(logTerm);
    double sum = 0;
    for (long i = seen; i >= 0 && term > 0; i--) {
      sum += term;
      term *= i * odds / (trials - i + 1);
    }
    return sum;
  }
}
