package dev.falcon.data.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Members that come in clusters of several kinds at once, as pairs share their image, their caption
 * or both their images. Two members are dependent where they share a cluster of any kind.
 *
 * <p>The variance of a sum over members is the multiway cluster-robust one (Cameron, Gelbach and
 * Miller, 2011): sums of squares by the clusters of each kind, less those by the clusters of each
 * two kinds together, and so on by inclusion and exclusion, each times G / (G - 1) for its G
 * clusters. Where that is not positive it is the largest of single kinds.
 *
 * <p>Memory: for three kinds 28 bytes per member and 48 per cluster.
 */
final class MultiwayClusters {
  private final int kinds;
  private final int[][] clusters; // by the set of kinds less 1, as bits // [sets][members]
  private final double[][] sums; // 0 between calls // [sets][clusters]
  private final boolean[][] seen; // false between calls // [sets][clusters]

  /**
   * The sum of values.
   *
   * @param variance of their sum, the members taken in their clusters
   * @param freedom degrees of freedom of that variance, from 1 on
   */
  record Spread(double variance, int freedom) {}

  /** Of one set of kinds: how many clusters, and their sums to the second and fourth power. */
  private record Moments(int count, double squares, double fourths) {
    double variance(double ofOne) {
      return count < 2 ? ofOne : squares * count / (count - 1);
    }

    /**
     * A sum of squares of few large values is uncertain: 2 (sum of squares)² / (sum of fourth
     * powers) are Satterthwaite's degrees of freedom with the fourth moment that was seen, and G -
     * 1 those of G normal sums. What was not estimated has no limit.
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
   * Clusters.
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

  /** Numbers keys from 0 on, equal keys alike. */
  static int[] numbered(long[] keys) {
    long[] distinct = Arrays.stream(keys).sorted().distinct().toArray();
    return Arrays.stream(keys).mapToInt(key -> Arrays.binarySearch(distinct, key)).toArray();
  }

  /**
   * Of the sum of values whose mean is 0.
   *
   * @param members whose values they are
   * @param values one for each of them // [members]
   * @param ofOne the variance where there is one cluster only, from which none can be estimated
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

  /** The sum of squares of sums by members that share all their clusters. */
  double squaresOfDistinct(int[] members, double[] values) {
    return moments(clusters.length - 1, members, values).squares();
  }

  /** The sum of squares of sums by cluster, the largest of all kinds. */
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
