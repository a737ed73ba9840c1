package dev.falcon.data.statistics;

import java.util.stream.IntStream;

/** The counts in each stratum of a sample, and the estimate for the whole. */
final class Strata {
  private final double[] weights;
  private final long[] judged;
  private final long[] positives;
  private final double population;
  private final double share;
  private final int[] present; // those that have a judged member

  /**
   * Counts of at least one judged member.
   *
   * @param weights how many a member stands for // [strata]
   * @param judged // [strata]
   * @param positives of them // [strata]
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

  /** Of the whole. */
  double share() {
    return share;
  }

  /** How many members the judged ones stand for. */
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
   * A stratum's share with some members of the whole's share added, without which the share of a
   * small stratum is too often 0 or 1.
   */
  double borrowing(int stratum, double borrowed) {
    return present.length == 1
        ? share
        : (positives[stratum] + borrowed * share) / (judged[stratum] + borrowed);
  }

  /** The variance of the share where members are independent. */
  double variance(double borrowed) {
    long all = 0;
    for (long count : judged) {
      all += count;
    }
    return all < 2 ? share * (1 - share) : plugIn(borrowed) * all / (all - 1);
  }

  /** With the shares that were seen in place of the true ones. */
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
   * give its share with the same variance. Where all members agree, it is Kish's count.
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
   * The 95 % interval of the share.
   *
   * @param effect how many times the variance of independent members theirs is
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
