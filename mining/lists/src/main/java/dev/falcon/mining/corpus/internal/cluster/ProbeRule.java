// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.kernels.CrossKernel;
import dev.falcon.kernels.Keys;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The clusters that a search looks into for a query: of those in the nearest groups, at most {@code
 * most}, the nearest first, and only those whose centroid's score is at most {@code reach} below
 * the mean score of the query's {@value #NEAREST} nearest centroids; the nearest in any case. That
 * mean shows about where a query's neighbours end, so that queries in dense places look into fewer
 * clusters than others. Of equal scores, the lower cluster is nearer.
 *
 * @param groups the number of groups
 * @param most the greatest number of clusters, at least 1
 * @param reach the greatest distance below the mean, which may be negative; +∞ for no limit
 */
public record ProbeRule(int groups, int most, float reach) implements Serializable {
  private static final int NEAREST = 8;
  private static final int IN_ORDER = 8;

  /** Returns the rule by which all clusters near enough are looked into. */
  public static ProbeRule within(int groups, float reach) {
    return new ProbeRule(groups, Integer.MAX_VALUE, reach);
  }

  /** Returns the rule by which a number of clusters is looked into. */
  public static ProbeRule nearest(int groups, int most) {
    return new ProbeRule(groups, most, Float.POSITIVE_INFINITY);
  }

  static long key(float score, int cluster) {
    return Keys.of(score + 0f, Integer.MAX_VALUE - cluster);
  }

  static int cluster(long key) {
    return Integer.MAX_VALUE - Keys.index(key);
  }

  /**
   * Returns the clusters to look into: the {@value #IN_ORDER} nearest first, and the others in any
   * order.
   *
   * @param clusters the clusters of the nearest groups, at least one, without those that are
   *     neither among the {@value #NEAREST} nearest nor within reach
   * @param scores the scores of a query with their centroids
   */
  public int[] clusters(int[] clusters, float[] scores) {
    float mean = meanOfNearest(scores);
    long[] keys = new long[scores.length];
    int count = 0;
    for (int x = 0; x < scores.length; x++) {
      if (mean - scores[x] <= reach) {
        keys[count++] = key(scores[x], clusters[x]);
      }
    }
    if (count == 0) {
      return new int[] {clusters[best(clusters, scores)]};
    }
    int from = Math.max(0, count - most);
    if (from > 0) {
      Keys.select(keys, count, from);
    }
    for (int end = count; end > from && end > count - IN_ORDER; end--) {
      swap(keys, greatest(keys, from, end), end - 1);
    }
    int[] found = new int[count - from];
    for (int x = 0; x < found.length; x++) {
      found[x] = cluster(keys[count - 1 - x]);
    }
    return found;
  }

  /** Returns the place of the nearest cluster. */
  static int best(int[] clusters, float[] scores) {
    int best = 0;
    for (int x = 1; x < scores.length; x++) {
      best = key(scores[x], clusters[x]) > key(scores[best], clusters[best]) ? x : best;
    }
    return best;
  }

  private static int greatest(long[] keys, int from, int end) {
    int greatest = from;
    for (int x = from + 1; x < end; x++) {
      greatest = keys[x] > keys[greatest] ? x : greatest;
    }
    return greatest;
  }

  private static void swap(long[] keys, int a, int b) {
    long key = keys[a];
    keys[a] = keys[b];
    keys[b] = key;
  }

  /** Returns the mean of the greatest scores, added from the least of them. */
  static float meanOfNearest(float[] scores) {
    float[] nearest = noneNear(scores.length);
    for (float score : scores) {
      if (score > nearest[0]) {
        insert(score, nearest);
      }
    }
    return mean(nearest);
  }

  /** Returns places for the greatest of a number of scores, ascending. */
  private static float[] noneNear(int count) {
    float[] nearest = new float[Math.min(NEAREST, count)];
    Arrays.fill(nearest, Float.NEGATIVE_INFINITY);
    return nearest;
  }

  private static float mean(float[] nearest) {
    float sum = 0;
    for (float score : nearest) {
      sum += score;
    }
    return sum / nearest.length;
  }

  /** Puts a score in its place, instead of the first. */
  private static void insert(float score, float[] ascending) {
    int at = 0;
    while (at + 1 < ascending.length && ascending[at + 1] < score) {
      ascending[at] = ascending[at + 1];
      at++;
    }
    ascending[at] = score;
  }

  /**
   * Collects the clusters that the rule may look into for a query, while the scores with the
   * centroids come in any order: those within reach of the mean of the nearest so far, which only
   * rises. Most scores are passed over without being looked at one by one.
   */
  static final class Near {
    private static final float ROUNDING = 1e-6f; // more than that of a mean and a difference

    private final float reach;
    private final float[] nearest; // scores, ascending
    private float above = Float.NEGATIVE_INFINITY; // exclusive; no other score matters
    private float[] scores = new float[CrossKernel.BLOCK];
    private int[] clusters = new int[CrossKernel.BLOCK];
    private int size;

    /**
     * Creates an empty collection.
     *
     * @param count the number of scores that will come
     */
    Near(ProbeRule rule, int count) {
      this.reach = rule.reach();
      this.nearest = noneNear(count);
    }

    /**
     * Takes the scores of some consecutive clusters.
     *
     * @param block holds the scores from {@code at} on
     * @param hits receives places; for each thread its own // [BLOCK]
     */
    void take(CrossKernel kernel, float[] block, int at, int columns, int first, int[] hits) {
      if (reach == Float.POSITIVE_INFINITY) {
        for (int column = 0; column < columns; column++) {
          add(block[at + column] + 0f, first + column);
        }
        return;
      }
      int found = kernel.within(block, at, above, Float.POSITIVE_INFINITY, hits);
      for (int h = 0; h < found; h++) {
        float score = block[at + hits[h]] + 0f;
        if (hits[h] < columns && score > above) {
          add(score, first + hits[h]);
          if (score > nearest[0]) {
            insert(score, nearest);
            above = Math.min(mean(nearest) - reach - ROUNDING, nearest[0]);
          }
        }
      }
    }

    private void add(float score, int cluster) {
      if (size == scores.length) {
        scores = Arrays.copyOf(scores, 2 * size);
        clusters = Arrays.copyOf(clusters, 2 * size);
      }
      scores[size] = score;
      clusters[size++] = cluster;
    }

    int[] clusters() {
      return Arrays.copyOf(clusters, size);
    }

    float[] scores() {
      return Arrays.copyOf(scores, size);
    }
  }
}
