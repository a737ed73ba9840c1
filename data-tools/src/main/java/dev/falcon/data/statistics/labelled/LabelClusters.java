package dev.falcon.data.statistics.labelled;

import java.util.Arrays;

/**
 * Clusters of members of two kinds, as pairs share their image or their caption, and the variance
 * that they give a measure (Cameron, Gelbach and Miller, 2011), never below that of members which
 * share neither.
 */
public final class LabelClusters {
  private final int[] first;
  private final int[] second;
  private final int[] both;

  /**
   * Clusters.
   *
   * @param first each member's cluster of the first kind, numbered from 0 // [members]
   * @param second its cluster of the second kind, likewise // [members]
   */
  public LabelClusters(int[] first, int[] second) {
    this.first = first.clone();
    this.second = second.clone();
    long[] pairs = new long[first.length];
    Arrays.setAll(pairs, i -> (long) first[i] << 32 | second[i]);
    long[] distinct = Arrays.stream(pairs).sorted().distinct().toArray();
    this.both = new int[first.length];
    Arrays.setAll(both, i -> Arrays.binarySearch(distinct, pairs[i]));
  }

  /**
   * The variance of a measure.
   *
   * @param influences how much each member moves it // [members]
   */
  public double variance(double[] influences) {
    double ofFirst = oneWay(first, influences);
    double ofSecond = oneWay(second, influences);
    double ofBoth = oneWay(both, influences);
    double twoWay = ofFirst + ofSecond - ofBoth;
    return Math.max(twoWay > 0 ? twoWay : Math.max(ofFirst, ofSecond), ofBoth);
  }

  /**
   * The variance of a measure if members shared nothing: those that share both, a pair that was
   * drawn twice, count as one.
   */
  double independent(double[] influences) {
    return oneWay(both, influences);
  }

  /** Which members share both, numbered from 0 // [members] */
  int[] same() {
    return both.clone();
  }

  /** The variance by clusters of one kind. */
  static double oneWay(int[] clusters, double[] influences) {
    int most = Arrays.stream(clusters).max().orElse(-1) + 1;
    double[] sums = new double[most];
    boolean[] seen = new boolean[most];
    for (int member = 0; member < clusters.length; member++) {
      sums[clusters[member]] += influences[member];
      seen[clusters[member]] = true;
    }
    double squares = 0;
    int count = 0;
    for (int cluster = 0; cluster < most; cluster++) {
      squares += sums[cluster] * sums[cluster];
      count += seen[cluster] ? 1 : 0;
    }
    return count > 1 ? squares * ((double) count / (count - 1)) : squares;
  }
}
