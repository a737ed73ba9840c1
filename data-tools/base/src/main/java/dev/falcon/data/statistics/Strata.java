// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import java.util.stream.IntStream;

/** The counts in each stratum of a sample, and the estimate for the whole population. */
final class Strata {
  private final double[] weights;
  private final long[] judged;
  private final long[] positives;
  private final double population;
  private final double share;
  private final int[] present; // the strata with a judged member

  /**
   * Creates counts with at least one judged member.
   *
   * @param weights how many members a judged member of each stratum represents // [strata]
   * @param judged the number of judged members // [strata]
   * @param positives the number of judged members with a positive answer // [strata]
   */
  Strata(double[] weights, long[] judged, long[] positives) {
    this.weights = weights;
    this.judged = judged;
    this.positives = positives;
    double sum = 0;
    double positive = 0;
    for (int stratum = 0; stratum < weights.length; stratum++) {
      sum += weights[stratum] * judged[stratum];
      positive += weights[stratum] * positives[stratum];
    }
    this.population = sum;
    this.share = positive / sum;
    this.present = IntStream.range(0, weights.length).filter(s -> judged[s] > 0).toArray();
  }

  /** Returns the share of the whole population. */
  double share() {
    return share;
  }

  /** Returns the number of members that the judged ones represent. */
  double population() {
    return population;
  }

  long positives() {
    long sum = 0;
    for (long positive : positives) {
      sum += positive;
    }
    return sum;
  }

  private double part(int stratum) {
    return weights[stratum] * judged[stratum] / population;
  }

  /**
   * Returns a stratum's share after {@code borrowed} members with the overall share are added;
   * without them, the share of a small stratum would too often be 0 or 1.
   */
  double borrowing(int stratum, double borrowed) {
    return present.length == 1
        ? share
        : (positives[stratum] + borrowed * share) / (judged[stratum] + borrowed);
  }

  /** Returns the variance of the share if members are independent. */
  double variance(double borrowed) {
    long all = 0;
    for (long count : judged) {
      all += count;
    }
    return all < 2 ? share * (1 - share) : plugIn(borrowed) * all / (all - 1);
  }

  /** Returns the variance with the observed shares in place of the true ones. */
  private double plugIn(double borrowed) {
    double variance = 0;
    for (int stratum : present) {
      double own = borrowing(stratum, borrowed);
      variance += part(stratum) * part(stratum) * own * (1 - own) / judged[stratum];
    }
    return variance;
  }

  /**
   * Returns the effective sample size: how many independent members, drawn from the whole, would
   * give its share with the same variance. If all members have the same answer, it is Kish's
   * effective sample size.
   */
  double count(double borrowed) {
    double kish = 0;
    for (int stratum : present) {
      kish += part(stratum) * part(stratum) / judged[stratum];
    }
    double spread = share * (1 - share);
    return spread > 0 ? spread / plugIn(borrowed) : 1 / kish;
  }

  /**
   * Returns the 95 % interval of the share.
   *
   * @param effect the design effect: the variance of the members divided by that of independent
   *     members
   */
  Interval interval(double effect) {
    double[] parts = new double[present.length];
    long[] ofPositives = new long[present.length];
    long[] ofJudged = new long[present.length];
    for (int i = 0; i < present.length; i++) {
      parts[i] = part(present[i]);
      ofPositives[i] = positives[present[i]];
      ofJudged[i] = judged[present[i]];
    }
    return new StratifiedScore(parts, ofPositives, ofJudged).interval(share, effect);
  }
}
