package dev.falcon.data.statistics;

/**
 * The score interval of a share over strata: all shares p of the whole at which what was seen is no
 * further away than chance explains,
 *
 * <pre>(p̂ - p)² ≤ z² · deff · Σ W² q (1 - q) / n,</pre>
 *
 * where W is a stratum's part of the whole, n how many of it were judged, and q its share as it is
 * likeliest if the whole has share p. Of one stratum it is Wilson's interval with a count of n /
 * deff. Strata of unlike shares make it narrower than that, as they should, and a thinly drawn
 * stratum without a positive keeps its doubt.
 */
final class StratifiedScore {
  private static final int HALVINGS = 50;
  private static final double LEAST_SLOPE = 1e-12;
  private static final double LARGEST_SLOPE = 1e18;

  private final double[] parts;
  private final long[] positives;
  private final long[] judged;

  /**
   * Strata of which each has a judged member.
   *
   * @param parts what part of the whole each is; they add up to 1 // [strata]
   * @param positives how many of its judged members are positive // [strata]
   * @param judged how many were judged, at least 1 // [strata]
   */
  StratifiedScore(double[] parts, long[] positives, long[] judged) {
    this.parts = parts;
    this.positives = positives;
    this.judged = judged;
  }

  /**
   * The 95 % interval.
   *
   * @param share that was seen
   * @param effect how many times the variance is that of independent members
   */
  Interval interval(double share, double effect) {
    if (parts.length == 1) {
      return Interval.wilson(share, judged[0] / effect);
    }
    return new Interval(end(share, 0, effect), end(share, 1, effect));
  }

  /** The last share towards an end that is not too far from what was seen. */
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

  /** The variance of independent members where the whole has this share, in (0, 1). */
  private double varianceAt(double whole) {
    double slope = slope(whole);
    double variance = 0;
    for (int stratum = 0; stratum < parts.length; stratum++) {
      double share = likeliest(stratum, slope);
      variance += parts[stratum] * parts[stratum] * share * (1 - share) / judged[stratum];
    }
    return variance;
  }

  /** Lagrange's multiplier with which the likeliest shares make up this share of the whole. */
  private double slope(double whole) {
    double seen = whole(0);
    if (seen == whole) {
      return 0;
    }
    double sign = whole > seen ? -1 : 1; // a larger slope is a smaller share
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

  /** The root in [0, 1] of x / q - (n - x) / (1 - q) = slope · W. */
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
