// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.kernels.CrossKernel;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Keys;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The clusters that a search looks into for a query: of those in the nearest groups, at most {@code
 * most}, the nearest first, and only those whose centroid's score is at most {@code reach} below
 * that of the nearest centroid. Of equal scores, the lower cluster is nearer.
 *
 * @param groups the number of groups
 * @param most the greatest number of clusters, at least 1
 * @param reach the greatest difference to the nearest centroid's score; +∞ for no limit
 */
public record ProbeRule(int groups, int most, float reach) implements Serializable {
  private static final int STEPS = 9;
  private static final CrossKernel KERNEL = Kernels.cross();

  static long key(float score, int cluster) {
    return Keys.of(score + 0f, Integer.MAX_VALUE - cluster);
  }

  static int cluster(long key) {
    return Integer.MAX_VALUE - Keys.index(key);
  }

  /**
   * Returns the clusters to look into, the nearest first.
   *
   * @param clusters the clusters of the nearest groups
   * @param scores the scores of a query with their centroids
   */
  public int[] clusters(int[] clusters, float[] scores) {
    float best = scores[0];
    for (float score : scores) {
      best = score > best ? score : best;
    }
    float least = most < scores.length ? enough(scores, best) : Float.NEGATIVE_INFINITY;
    long[] keys = new long[scores.length];
    int count = 0;
    for (int x = 0; x < scores.length; x++) {
      if (scores[x] > least && best - scores[x] <= reach) {
        keys[count++] = key(scores[x], clusters[x]);
      }
    }
    int from = Math.max(0, count - most);
    if (from > 0) {
      Keys.select(keys, count, from);
    }
    Arrays.sort(keys, from, count);
    int[] nearest = new int[count - from];
    for (int x = 0; x < nearest.length; x++) {
      nearest[x] = cluster(keys[count - 1 - x]);
    }
    return nearest;
  }

  /** Returns a value that at least {@code most} scores exceed, and hardly more. */
  private float enough(float[] scores, float best) {
    float enough = Float.NEGATIVE_INFINITY;
    float low = -2;
    float high = best;
    for (int step = 0; step < STEPS; step++) {
      float middle = (low + high) * 0.5f + 0f;
      if (KERNEL.countAbove(scores, 0, scores.length, middle) >= most) {
        enough = middle;
        low = middle;
      } else {
        high = middle;
      }
    }
    return enough;
  }
}
