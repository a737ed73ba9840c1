// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics.labelled;

import java.util.Arrays;

/**
 * Clusters of members of two kinds, as pairs share their image or their caption, and the variance
 * of a measure under such clusters (Cameron, Gelbach and Miller, 2011). The variance is never below
 * that of members that share neither.
 */
public final class LabelClusters {
  private final int[] first;
  private final int[] second;
  private final int[] both;

  /**
   * Creates clusters.
   *
   * @param first the cluster of each member for the first kind, numbered from 0 // [members]
   * @param second the cluster of each member for the second kind, numbered from 0 // [members]
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
   * Returns the variance of a measure.
   *
   * @param influences the influence of each member on the measure // [members]
   */
  public double variance(double[] influences) {
    double ofFirst = oneWay(first, influences);
    double ofSecond = oneWay(second, influences);
    double ofBoth = oneWay(both, influences);
    double twoWay = ofFirst + ofSecond - ofBoth;
    return Math.max(twoWay > 0 ? twoWay : Math.max(ofFirst, ofSecond), ofBoth);
  }

  /**
   * Returns the variance of a measure if members shared no clusters. Members that share both
   * clusters, such as a pair that was drawn twice, count as one.
   */
  double independent(double[] influences) {
    return oneWay(both, influences);
  }

  /**
   * Returns the cluster of each member when members that share both clusters form one, numbered
   * from 0 // [members].
   */
  int[] same() {
    return both.clone();
  }

  /** Returns the variance by clusters of one kind. */
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
