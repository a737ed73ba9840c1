package dev.falcon.data.statistics;

import dev.falcon.data.statistics.MultiwayClusters.Spread;
import java.util.Arrays;

/**
 * Estimates shares of a sample that was drawn in strata and whose members come in clusters of
 * several kinds, as pairs share their image or their caption. A member of a stratum of which one in
 * w was drawn stands for w.
 *
 * <p>The interval is the score interval over the strata, of one stratum Wilson's, with its variance
 * multiplied by what clusters cost:
 *
 * <ul>
 *   <li>The design effect: the multiway cluster-robust variance over that of independent members,
 *       at least 1.
 *   <li>Few clusters: the part of the interval that clusters make, 1 - 1 / deff, has Student's
 *       quantile and not the normal one. Its degrees of freedom are G - 1 for G clusters, and fewer
 *       where few of them have most of the squares.
 *   <li>Rare positives: x positives show little of how they cluster, so the design effect is no
 *       less than its mean, with weights x² and 4, with the one that a correlation of 0.1 within
 *       the clusters would have. Where all members agree nothing is seen, and it is the latter.
 *       What was drawn twice counts once.
 * </ul>
 *
 * <p>Memory: for three kinds of clusters 28 bytes per member and 48 per cluster, and 24 per member
 * while a rate is computed.
 */
public final class ClusteredSample {
  private static final double ASSUMED_CORRELATION = 0.1;
  private static final double ASSUMED_WEIGHT = 4;
  private static final double BORROWED = 2; // members of the whole in the share of a stratum

  private final int[] strata;
  private final double[] weights;
  private final MultiwayClusters clusters;

  /** Returns a member's answer. */
  @FunctionalInterface
  public interface Question {
    /** Leaves the member out. */
    int NOT_ASKED = -1;

    /** 1 or 0, or {@link #NOT_ASKED}. */
    int of(int member);

    /** 1 for a positive answer. */
    static int answer(boolean positive) {
      return positive ? 1 : 0;
    }
  }

  /**
   * A sample.
   *
   * @param strata the stratum of each member // [members]
   * @param weights how many a member of each stratum stands for, at least 1 // [strata]
   * @param kinds each member's cluster of each kind, numbered from 0 // [kinds][members]
   */
  public ClusteredSample(int[] strata, double[] weights, int[]... kinds) {
    this.strata = strata.clone();
    this.weights = weights.clone();
    this.clusters = new MultiwayClusters(kinds);
  }

  /** Numbers keys of clusters from 0 on, equal keys alike. */
  public static int[] numbered(long[] keys) {
    return MultiwayClusters.numbered(keys);
  }

  /** A key of two numbers from 0 on in either order. */
  public static long couple(int one, int other) {
    return (long) Math.min(one, other) << 32 | Math.max(one, other);
  }

  /** The share of the asked members that are positive. */
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

  /** How many times the variance of independent members that of these is. */
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
    Spread spread = clusters.spread(members, residuals, share * (1 - share));
    double seen = Math.max(1, spread.variance() / drawn.variance(BORROWED));
    double squared = (double) rarer * rarer;
    double effect =
        Math.max(seen, (squared * seen + ASSUMED_WEIGHT * assumed) / (squared + ASSUMED_WEIGHT));
    double wider = StudentT.quantile(spread.freedom()) / Interval.Z - 1;
    double factor = 1 + wider * (1 - 1 / effect);
    return effect * factor * factor;
  }

  /** The design effect of clusters whose members correlate as is assumed where nothing is seen. */
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
   * The multiway cluster-robust variance of a measure, multiplied for few clusters so that the
   * normal quantile makes an interval with Student's.
   *
   * @param members those that the measure is of
   * @param influences how much each of them moves it, which add up to about 0 // [members]
   */
  public double variance(int[] members, double[] influences) {
    Spread spread = clusters.spread(members, influences, 0);
    double wider = StudentT.quantile(spread.freedom()) / Interval.Z;
    return spread.variance() * wider * wider;
  }
}
