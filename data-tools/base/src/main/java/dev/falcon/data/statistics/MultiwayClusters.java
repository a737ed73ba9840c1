// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Members that come in clusters of several kinds at once, as pairs share their image, their caption
 * or both their images. Two members are dependent if they share a cluster of any kind.
 *
 * <p>The variance of a sum over members is the multiway cluster-robust one (Cameron, Gelbach and
 * Miller, 2011): the sums of squares over the clusters of each kind, minus those over the
 * intersections of two kinds, and so on by inclusion and exclusion, each multiplied by G / (G - 1)
 * for its G clusters. If the result is not positive, the largest variance of a single kind is used.
 *
 * <p>Memory: for three kinds 28 bytes per member and 48 per cluster.
 */
final class MultiwayClusters {
  private final int kinds;
  private final int[][] clusters; // indexed by the set of kinds as bits, minus 1 // [sets][members]
  private final double[][] sums; // 0 between calls // [sets][clusters]
  private final boolean[][] seen; // false between calls // [sets][clusters]

  /**
   * The spread of a sum of values.
   *
   * @param variance the cluster-robust variance of the sum
   * @param freedom the degrees of freedom of that variance, at least 1
   */
  record Spread(double variance, int freedom) {}

  /**
   * The number of clusters for one set of kinds, and the sums of the second and fourth powers of
   * their totals.
   */
  private record Moments(int count, double squares, double fourths) {
    double variance(double ofOne) {
      return count < 2 ? ofOne : squares * count / (count - 1);
    }

    /**
     * Returns the degrees of freedom, which are few if a few large values dominate the sum of
     * squares: the smaller of Satterthwaite's, 2 (sum of squares)² / (sum of fourth powers), and G
     * - 1, those of G normal sums. Without an estimate there is no limit.
     */
    int freedom() {
      if (count < 2 || fourths == 0) {
        return Integer.MAX_VALUE;
      }
      double centred = squares * (count - 1) / count;
      double heavy = 2 * centred * centred / fourths;
      return (int) Math.max(1, Math.min(count - 1, Math.round(heavy)));
    }
  }

  /**
   * Creates clusters.
   *
   * @param kinds each member's cluster of each kind, numbered from 0 // [kinds][members]
   */
  MultiwayClusters(int[]... kinds) {
    this.kinds = kinds.length;
    int sets = (1 << kinds.length) - 1;
    this.clusters = new int[sets][];
    this.sums = new double[sets][];
    this.seen = new boolean[sets][];
    for (int set = 1; set <= sets; set++) {
      int newest = Integer.numberOfTrailingZeros(Integer.highestOneBit(set));
      int others = set & ~(1 << newest);
      int[] own =
          others == 0 ? kinds[newest].clone() : together(clusters[others - 1], kinds[newest]);
      int count = Arrays.stream(own).max().orElse(-1) + 1;
      clusters[set - 1] = own;
      sums[set - 1] = new double[count];
      seen[set - 1] = new boolean[count];
    }
  }

  private static int[] together(int[] first, int[] second) {
    long[] pairs = new long[first.length];
    Arrays.setAll(pairs, i -> (long) first[i] << 32 | second[i]);
    return numbered(pairs);
  }

  /** Numbers keys from 0; equal keys get the same number. */
  static int[] numbered(long[] keys) {
    long[] distinct = Arrays.stream(keys).sorted().distinct().toArray();
    return Arrays.stream(keys).mapToInt(key -> Arrays.binarySearch(distinct, key)).toArray();
  }

  /**
   * Returns the spread of the sum of values whose mean is 0.
   *
   * @param members the members to which the values belong
   * @param values one value per member // [members]
   * @param ofOne the variance to return if there is only one cluster, from which none can be
   *     estimated
   */
  Spread spread(int[] members, double[] values, double ofOne) {
    double variance = 0;
    List<Moments> single = new ArrayList<>();
    for (int set = 0; set < clusters.length; set++) {
      Moments moments = moments(set, members, values);
      int size = Integer.bitCount(set + 1);
      variance += size % 2 == 1 ? moments.variance(ofOne) : -moments.variance(ofOne);
      if (size == 1) {
        single.add(moments);
      }
    }
    Moments largest = single.get(0);
    for (Moments moments : single) {
      largest = moments.variance(ofOne) > largest.variance(ofOne) ? moments : largest;
    }
    return new Spread(variance > 0 ? variance : largest.variance(ofOne), largest.freedom());
  }

  /**
   * Sums the values of members that share all their clusters, and returns the sum of the squares of
   * these sums.
   */
  double squaresOfDistinct(int[] members, double[] values) {
    return moments(clusters.length - 1, members, values).squares();
  }

  /**
   * Sums the values by cluster, and returns the sum of the squares of these sums for the kind where
   * it is largest.
   */
  double largestSquares(int[] members, double[] values) {
    double largest = 0;
    for (int kind = 0; kind < kinds; kind++) {
      largest = Math.max(largest, moments((1 << kind) - 1, members, values).squares());
    }
    return largest;
  }

  private Moments moments(int set, int[] members, double[] values) {
    int[] of = clusters[set];
    int count = 0;
    for (int i = 0; i < members.length; i++) {
      int cluster = of[members[i]];
      sums[set][cluster] += values[i];
      count += seen[set][cluster] ? 0 : 1;
      seen[set][cluster] = true;
    }
    double squares = 0;
    double fourths = 0;
    for (int member : members) {
      double square = sums[set][of[member]] * sums[set][of[member]];
      squares += square;
      fourths += square * square;
      sums[set][of[member]] = 0;
      seen[set][of[member]] = false;
    }
    return new Moments(count, squares, fourths);
  }
}
