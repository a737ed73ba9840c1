package dev.falcon.data.statistics;

import java.util.Arrays;

/**
 * Estimates shares of a sample that was drawn in strata and whose members come in clusters of two
 * kinds, as pairs share their image or their caption. A member of a stratum of which one in w was
 * drawn stands for w.
 *
 * <p>The interval is Wilson's with an effective count, the least of three: Kish's of the weights,
 * which assumes that all strata have the share of the whole; that of the strata's own variances,
 * which is smaller where a thinly drawn stratum is the uncertain one; and that of the two-way
 * cluster-robust variance (Cameron, Gelbach and Miller, 2011), which is smaller where the members
 * of a cluster agree. Where all members agree, variances say nothing, and the third is Kish's of
 * members that are in both their clusters together: what was drawn twice counts once.
 *
 * <p>Memory: 16 bytes a member and 48 a cluster.
 */
public final class ClusteredSample {
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int BOTH = 2;

  private final int[] strata;
  private final double[] weights;
  private final int[][] clusters; // of the first kind, of the second, of both // [3][members]
  private final double[][] all; // weight of those asked, between two rates 0 // [3][clusters]
  private final double[][] positive; // weight of those that are positive, likewise
  private final long[] judged; // [strata]
  private final long[] positives; // [strata]

  /** What is asked of a member. */
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
   * @param first each member's cluster of the first kind, numbered from 0 // [members]
   * @param second its cluster of the second kind, likewise // [members]
   */
  public ClusteredSample(int[] strata, double[] weights, int[] first, int[] second) {
    this.strata = strata.clone();
    this.weights = weights.clone();
    this.clusters = new int[][] {first.clone(), second.clone(), both(first, second)};
    this.judged = new long[weights.length];
    this.positives = new long[weights.length];
    this.all = new double[clusters.length][];
    this.positive = new double[clusters.length][];
    for (int kind = 0; kind < clusters.length; kind++) {
      int count = Arrays.stream(clusters[kind]).max().orElse(-1) + 1;
      all[kind] = new double[count];
      positive[kind] = new double[count];
    }
  }

  private static int[] both(int[] first, int[] second) {
    long[] pairs = new long[first.length];
    Arrays.setAll(pairs, i -> (long) first[i] << 32 | second[i]);
    long[] distinct = Arrays.stream(pairs).sorted().distinct().toArray();
    int[] both = new int[first.length];
    Arrays.setAll(both, i -> Arrays.binarySearch(distinct, pairs[i]));
    return both;
  }

  /** The share of the asked members that are positive. */
  public Rate rate(int[] members, Question question) {
    Arrays.fill(judged, 0);
    Arrays.fill(positives, 0);
    for (int member : members) {
      int answer = question.of(member);
      if (answer != Question.NOT_ASKED) {
        int stratum = strata[member];
        judged[stratum]++;
        positives[stratum] += answer;
        for (int kind = 0; kind < clusters.length; kind++) {
          all[kind][clusters[kind][member]] += weights[stratum];
          positive[kind][clusters[kind][member]] += answer * weights[stratum];
        }
      }
    }
    double population = 0;
    double positivePopulation = 0;
    for (int stratum = 0; stratum < weights.length; stratum++) {
      population += weights[stratum] * judged[stratum];
      positivePopulation += weights[stratum] * positives[stratum];
    }
    if (population == 0) {
      return Rate.NONE;
    }
    double share = positivePopulation / population;
    double ofClusters = countOfClusters(members, share, population);
    double count = Math.min(ofClusters, countOfStrata(share, population));
    return new Rate(
        share,
        Interval.wilson(share, count),
        Arrays.stream(positives).sum(),
        Arrays.stream(judged).sum(),
        count,
        population);
  }

  /**
   * The two-way cluster-robust variance of a measure.
   *
   * @param members those that the measure is of
   * @param influences how much each of them moves it, which add up to about 0 // [members]
   */
  public double variance(int[] members, double[] influences) {
    double[] variances = new double[clusters.length];
    for (int kind = 0; kind < clusters.length; kind++) {
      for (int i = 0; i < members.length; i++) {
        all[kind][clusters[kind][members[i]]] = 1;
        positive[kind][clusters[kind][members[i]]] += influences[i];
      }
      int count = 0;
      for (int member : members) {
        int cluster = clusters[kind][member];
        count += (int) all[kind][cluster];
        variances[kind] += positive[kind][cluster] * positive[kind][cluster];
        all[kind][cluster] = 0;
        positive[kind][cluster] = 0;
      }
      variances[kind] *= count < 2 ? 1 : count / (count - 1.0);
    }
    double twoWay = variances[FIRST] + variances[SECOND] - variances[BOTH];
    return twoWay > 0 ? twoWay : Math.max(variances[FIRST], variances[SECOND]);
  }

  private double countOfStrata(double share, double population) {
    double kish = 0;
    double variance = 0;
    for (int stratum = 0; stratum < weights.length; stratum++) {
      if (judged[stratum] > 0) {
        double part = weights[stratum] * judged[stratum] / population;
        double own = (double) positives[stratum] / judged[stratum];
        kish += part * part / judged[stratum];
        variance += part * part / judged[stratum] * own * (1 - own);
      }
    }
    return Math.min(1 / kish, independent(share, variance));
  }

  /** Empties the clusters as it goes. */
  private double countOfClusters(int[] members, double share, double population) {
    double[] variances = new double[clusters.length];
    double squares = 0; // of the distinct members' weights
    for (int kind = 0; kind < clusters.length; kind++) {
      double sum = 0;
      int count = 0;
      for (int member : members) {
        int cluster = clusters[kind][member];
        double weight = all[kind][cluster];
        if (weight > 0) {
          double residual = positive[kind][cluster] - share * weight;
          sum += residual * residual;
          squares += kind == BOTH ? weight * weight : 0;
          count++;
          all[kind][cluster] = 0;
          positive[kind][cluster] = 0;
        }
      }
      variances[kind] =
          count < 2 ? share * (1 - share) : sum / (population * population) * count / (count - 1);
    }
    if (share == 0 || share == 1) {
      return population * population / squares; // members that agree tell nothing of clusters
    }
    double twoWay = variances[FIRST] + variances[SECOND] - variances[BOTH];
    return independent(share, twoWay > 0 ? twoWay : Math.max(variances[FIRST], variances[SECOND]));
  }

  /** So many independent members would have this variance; without bound where it is 0. */
  private static double independent(double share, double variance) {
    double spread = share * (1 - share);
    return variance > 0 && spread > 0 ? spread / variance : Double.POSITIVE_INFINITY;
  }
}
