package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.kernels.Keys;
import java.util.Arrays;

/**
 * The clusters that a search looks into for a query: at most {@code most}, the nearest first, and
 * only those whose centroid's score is at most {@code reach} below that of the nearest centroid. Of
 * equal scores, the lower cluster is nearer.
 *
 * @param most the greatest number of clusters, at least 1
 * @param reach the greatest difference to the nearest centroid's score; +∞ for no limit
 */
public record ProbeRule(int most, float reach) {
  /** Returns a rule that takes a fixed number of clusters. */
  public static ProbeRule nearest(int most) {
    return new ProbeRule(most, Float.POSITIVE_INFINITY);
  }

  /** Returns a rule that takes clusters by their scores only. */
  static ProbeRule within(float reach) {
    return new ProbeRule(Integer.MAX_VALUE, reach);
  }

  /** Returns the clusters, the nearest first. */
  static int[] ordered(float[] scores) {
    long[] keys = new long[scores.length];
    Arrays.setAll(keys, c -> key(scores, c));
    Arrays.sort(keys);
    int[] clusters = new int[keys.length];
    Arrays.setAll(clusters, x -> cluster(keys[keys.length - 1 - x]));
    return clusters;
  }

  private static long key(float[] scores, int cluster) {
    return Keys.of(scores[cluster] + 0f, Integer.MAX_VALUE - cluster);
  }

  private static int cluster(long key) {
    return Integer.MAX_VALUE - Keys.index(key);
  }

  /**
   * Returns the clusters to look into, in any order.
   *
   * @param scores the scores of a query with all centroids
   */
  public int[] clusters(float[] scores) {
    float best = scores[Centroids.best(scores)];
    int[] near = new int[scores.length];
    int count = 0;
    for (int c = 0; c < scores.length; c++) {
      near[count] = c;
      count += best - scores[c] <= reach ? 1 : 0;
    }
    if (count <= most) {
      return Arrays.copyOf(near, count);
    }
    long[] keys = new long[count];
    Arrays.setAll(keys, x -> key(scores, near[x]));
    int from = count - most;
    Keys.select(keys, count, from);
    return Arrays.stream(keys, from, count).mapToInt(ProbeRule::cluster).toArray();
  }
}
