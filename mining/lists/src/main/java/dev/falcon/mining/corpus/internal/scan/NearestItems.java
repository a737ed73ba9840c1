// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.kernels.CrossKernel;
import dev.falcon.kernels.Keys;
import java.util.Arrays;

/**
 * Collects the k nearest items of a query: those with the highest scores and, of equal scores, the
 * lowest items.
 *
 * <p>Items may come in any order. When the buffer is full, the farther items are dropped. A bound
 * that at least k scores exceed is found by bisection, since counting scores takes a fraction of
 * the time of selecting the k-th, which has unpredictable branches.
 *
 * <p>Memory: 8 bytes for each place of the buffer, which has 2 k or k + 64 places, whichever is
 * more.
 */
final class NearestItems {
  private final CrossKernel kernel;
  private final int k;
  private final float[] scores;
  private final int[] items;
  private int size;
  private float least = Float.POSITIVE_INFINITY; // of all items that were added
  private float most = Float.NEGATIVE_INFINITY;

  /**
   * Creates an empty collection.
   *
   * @param k the number of items to keep, at least 1
   */
  NearestItems(CrossKernel kernel, int k) {
    this.kernel = kernel;
    this.k = k;
    this.scores = new float[capacity(k)];
    this.items = new int[scores.length];
  }

  private static int capacity(int k) {
    return Math.addExact(k, Math.max(k, 64));
  }

  /** Returns the bytes that the nearest items of a query take. */
  static long bytes(int k) {
    return (Float.BYTES + Integer.BYTES) * (long) capacity(k);
  }

  /**
   * Adds an item.
   *
   * @param score the item's score, above the limit; not NaN and not -0
   * @param low the exclusive lower limit of scores before this item
   * @return the exclusive lower limit of scores that can still be among the k nearest
   */
  float add(float score, int item, float low) {
    scores[size] = score;
    items[size++] = item;
    least = score < least ? score : least;
    most = score > most ? score : most;
    return size < scores.length ? low : Math.max(low, drop(low));
  }

  /** Drops items that are not among the k nearest, at least one; returns the new limit. */
  private float drop(float low) {
    float enough = Math.max(low, least); // at least k scores are above it, except at first
    float few = most; // fewer than k scores are above it
    while (true) {
      float bound = (enough + few) * 0.5f + 0f;
      if (bound <= enough || bound >= few) {
        return dropExactly(); // many scores are equal
      }
      int above = kernel.countAbove(scores, 0, size, bound);
      if (above < k) {
        few = bound;
      } else if (above > k + (scores.length - k) / 4) {
        enough = bound;
      } else {
        keepAbove(bound);
        return bound;
      }
    }
  }

  private void keepAbove(float bound) {
    int kept = 0;
    for (int x = 0; x < size; x++) {
      float score = scores[x];
      scores[kept] = score;
      items[kept] = items[x];
      kept += score > bound ? 1 : 0;
    }
    size = kept;
  }

  /**
   * Drops by an exact selection of the k-th. An equal score may still enter afterwards, since of
   * equal scores the lower item is nearer.
   */
  private float dropExactly() {
    long[] best = best();
    size = best.length;
    for (int x = 0; x < size; x++) {
      scores[x] = Keys.value(best[x]);
      items[x] = item(best[x]);
    }
    return Math.nextDown(scores[size - 1]) + 0f;
  }

  /** Returns the keys of the nearest items, at most k, the nearest first. */
  long[] best() {
    long[] keys = new long[size];
    Arrays.setAll(keys, x -> key(scores[x], items[x]));
    int from = Math.max(0, size - k);
    if (from > 0) {
      Keys.select(keys, size, from);
    }
    Arrays.sort(keys, from, size);
    long[] best = new long[size - from];
    Arrays.setAll(best, x -> keys[keys.length - 1 - x]);
    return best;
  }

  /**
   * Returns the key of an item. Greater keys are nearer: by the higher score, then the lower item.
   */
  static long key(float score, int item) {
    return Keys.of(score, Integer.MAX_VALUE - item);
  }

  /** Returns the item of a key. */
  static int item(long key) {
    return Integer.MAX_VALUE - Keys.index(key);
  }
}
