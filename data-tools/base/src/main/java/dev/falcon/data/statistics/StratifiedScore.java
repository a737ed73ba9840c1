// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

/**
 * The score interval of a share over strata. It holds every overall share p from which the observed
 * share differs by no more than chance explains,
 *
 * <pre>(p̂ - p)² ≤ z² · deff · Σ W² q (1 - q) / n,</pre>
 *
 * where W is a stratum's part of the whole, n the number of its members that were judged, and q its
 * maximum-likelihood share if the overall share is p. For one stratum, it is Wilson's interval with
 * a count of n / deff. Strata with different shares make it narrower, as they should, while a
 * sparsely sampled stratum without a positive still widens it.
 */
final class StratifiedScore {
  private static final int HALVINGS = 50;
  private static final double LEAST_SLOPE = 1e-12;
  private static final double LARGEST_SLOPE = 1e18;

  private final double[] parts;
  private final long[] positives;
  private final long[] judged;

  /**
   * Creates strata, each with a judged member.
   *
   * @param parts the part of the whole that each stratum is; they add up to 1 // [strata]
   * @param positives the number of its judged members that are positive // [strata]
   * @param judged the number of its judged members, at least 1 // [strata]
   */
  StratifiedScore(double[] parts, long[] positives, long[] judged) {
    this.parts = parts;
    this.positives = positives;
    this.judged = judged;
  }

  /**
   * Returns the 95 % interval.
   *
   * @param share the observed overall share
   * @param effect the design effect: the variance divided by that of independent members
   */
  Interval interval(double share, double effect) {
    if (parts.length == 1) {
      return Interval.wilson(share, judged[0] / effect);
    }
    return new Interval(end(share, 0, effect), end(share, 1, effect));
  }

  /** Returns the share furthest towards {@code limit} that the interval contains. */
  private double end(double share, double limit, double effect) {
    double inside = share;
    double outside = limit;
    for (int i = 0; i < HALVINGS && inside != outside; i++) {
      double middle = (inside + outside) / 2;
      double away = (share - middle) * (share - middle);
      if (away <= Interval.Z * Interval.Z * effect * varianceAt(middle)) {
        inside = middle;
      } else {
        outside = middle;
      }
    }
    return inside;
  }

  /**
   * Returns the variance of independent members if the overall share is {@code whole}, in (0, 1).
   */
  private double varianceAt(double whole) {
    double slope = slope(whole);
    double variance = 0;
    for (int stratum = 0; stratum < parts.length; stratum++) {
      double share = likeliest(stratum, slope);
      variance += parts[stratum] * parts[stratum] * share * (1 - share) / judged[stratum];
    }
    return variance;
  }

  /**
   * Returns the Lagrange multiplier for which the maximum-likelihood shares of the strata give this
   * overall share.
   */
  private double slope(double whole) {
    double seen = whole(0);
    if (seen == whole) {
      return 0;
    }
    double sign = whole > seen ? -1 : 1; // a larger slope gives a smaller share
    double near = LEAST_SLOPE;
    double far = LARGEST_SLOPE;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = Math.sqrt(near * far);
      boolean beyond = sign * (whole - whole(sign * middle)) > 0;
      if (beyond) {
        far = middle;
      } else {
        near = middle;
      }
    }
    return sign * Math.sqrt(near * far);
  }

  private double whole(double slope) {
    double sum = 0;
    for (int stratum = 0; stratum < parts.length; stratum++) {
      sum += parts[stratum] * likeliest(stratum, slope);
    }
    return sum;
  }

  /** Returns the root in [0, 1] of x / q - (n - x) / (1 - q) = slope · W. */
  private double likeliest(int stratum, double slope) {
    double pull = slope * parts[stratum];
    double both = pull + judged[stratum];
    double root = Math.sqrt(Math.max(0, both * both - 4 * pull * positives[stratum]));
    if (both + root <= 0) {
      return both < 0 ? (both - root) / (2 * pull) : 0;
    }
    double share = both >= 0 ? 2 * positives[stratum] / (both + root) : (both - root) / (2 * pull);
    return Math.max(0, Math.min(1, share));
  }
}
