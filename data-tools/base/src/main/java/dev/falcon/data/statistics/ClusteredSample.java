// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import java.util.Arrays;

/**
 * Estimates shares of a sample that was drawn in strata and whose members come in clusters of
 * several kinds, as pairs share their image or their caption. In a stratum from which one member in
 * w was drawn, a drawn member represents w.
 *
 * <p>The interval is the score interval over the strata (Wilson's interval if there is only one),
 * with its variance multiplied by a factor that accounts for clusters:
 *
 * <ul>
 *   <li>The design effect: the multiway cluster-robust variance over that of independent members,
 *       at least 1.
 *   <li>Few clusters: the part of the interval that is due to clusters, 1 - 1 / deff, uses
 *       Student's quantile instead of the normal one. The degrees of freedom are G - 1 for G
 *       clusters, and fewer if a few clusters contribute most of the sum of squares.
 *   <li>Rare positives: x positives show little of how they cluster. The design effect is therefore
 *       at least the weighted mean of the measured effect, with weight x², and of the effect that a
 *       correlation of 0.1 within clusters would have, with weight 4. If all members have the same
 *       answer, the latter is used. A member that was drawn twice counts once.
 * </ul>
 *
 * <p>Memory: for three kinds of clusters 28 bytes per member and 48 per cluster, and 24 per member
 * while a rate is computed.
 */
public final class ClusteredSample {
  private static final double ASSUMED_CORRELATION = 0.1;
  private static final double ASSUMED_WEIGHT = 4;
  private static final double BORROWED =
      2; // members with the overall share that are added to a stratum

  private final int[] strata;
  private final double[] weights;
  private final MultiwayClusters clusters;

  /** Answers a question about a member. */
  @FunctionalInterface
  public interface Question {
    /** The answer that leaves the member out. */
    int NOT_ASKED = -1;

    /** Returns 1 or 0, or {@link #NOT_ASKED}. */
    int of(int member);

    /** Returns 1 for a positive answer, and 0 otherwise. */
    static int answer(boolean positive) {
      return positive ? 1 : 0;
    }
  }

  /**
   * Creates a sample.
   *
   * @param strata the stratum of each member // [members]
   * @param weights how many members a drawn member of each stratum represents, at least 1 //
   *     [strata]
   * @param kinds the cluster of each member for each kind of cluster, numbered from 0 //
   *     [kinds][members]
   */
  public ClusteredSample(int[] strata, double[] weights, int[]... kinds) {
    this.strata = strata.clone();
    this.weights = weights.clone();
    this.clusters = new MultiwayClusters(kinds);
  }

  /** Numbers the keys of clusters from 0; equal keys get the same number. */
  public static int[] numbered(long[] keys) {
    return MultiwayClusters.numbered(keys);
  }

  /** Returns a key for an unordered pair of numbers, each at least 0. */
  public static long couple(int one, int other) {
    return (long) Math.min(one, other) << 32 | Math.max(one, other);
  }

  /** Returns the share of the asked members that are positive. */
  public Rate rate(int[] members, Question question) {
    int[] asked = new int[members.length];
    int[] answers = new int[members.length];
    long[] judged = new long[weights.length];
    long[] positives = new long[weights.length];
    int count = 0;
    for (int member : members) {
      int answer = question.of(member);
      if (answer != Question.NOT_ASKED) {
        judged[strata[member]]++;
        positives[strata[member]] += answer;
        asked[count] = member;
        answers[count++] = answer;
      }
    }
    if (count == 0) {
      return Rate.NONE;
    }
    Strata drawn = new Strata(weights, judged, positives);
    double effect = effect(Arrays.copyOf(asked, count), answers, drawn);
    return new Rate(
        drawn.share(),
        drawn.interval(effect),
        drawn.positives(),
        count,
        drawn.count(BORROWED) / effect,
        drawn.population());
  }

  /**
   * Returns the factor by which the variance of these members exceeds that of independent members.
   */
  private double effect(int[] members, int[] answers, Strata drawn) {
    double[] parts = new double[members.length];
    Arrays.setAll(parts, i -> weights[strata[members[i]]] / drawn.population());
    double assumed = assumedEffect(members, parts);
    long rarer = Math.min(drawn.positives(), members.length - drawn.positives());
    if (rarer == 0) {
      return assumed;
    }
    double[] residuals = new double[members.length];
    Arrays.setAll(
        residuals, i -> parts[i] * (answers[i] - drawn.borrowing(strata[members[i]], BORROWED)));
    double share = drawn.share();
    MultiwayClusters.Spread spread = clusters.spread(members, residuals, share * (1 - share));
    double seen = Math.max(1, spread.variance() / drawn.variance(BORROWED));
    double squared = (double) rarer * rarer;
    double effect =
        Math.max(seen, (squared * seen + ASSUMED_WEIGHT * assumed) / (squared + ASSUMED_WEIGHT));
    double wider = StudentT.quantile(spread.freedom()) / Interval.Z - 1;
    double factor = 1 + wider * (1 - 1 / effect);
    return effect * factor * factor;
  }

  /** Returns the design effect of clusters whose members have the assumed correlation. */
  private double assumedEffect(int[] members, double[] parts) {
    double independent = 0;
    for (double part : parts) {
      independent += part * part;
    }
    double largest = clusters.largestSquares(members, parts) / independent;
    double distinct = clusters.squaresOfDistinct(members, parts) / independent;
    return Math.max(distinct, 1 + ASSUMED_CORRELATION * (largest - 1));
  }

  /**
   * Returns the multiway cluster-robust variance of a measure. It is scaled so that the normal
   * quantile, applied to it, gives the interval that Student's quantile would give.
   *
   * @param members the members from which the measure is computed
   * @param influences the influence of each of them on the measure; they add up to about 0 //
   *     [members]
   */
  public double variance(int[] members, double[] influences) {
    MultiwayClusters.Spread spread = clusters.spread(members, influences, 0);
    double wider = StudentT.quantile(spread.freedom()) / Interval.Z;
    return spread.variance() * wider * wider;
  }
}
