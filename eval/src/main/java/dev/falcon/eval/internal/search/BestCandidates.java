// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import java.util.Arrays;

/**
 * Keeps the best few of a stream of a query's candidates: those with the largest scores and, of
 * equal scores, the lower index. They form a heap of {@link #key}s with the worst on top.
 */
final class BestCandidates {
  private final long[] heap;
  private int size;
  private float worst = Float.NEGATIVE_INFINITY;

  /** Creates an empty collection for the given number of candidates, at least one. */
  BestCandidates(int count) {
    heap = new long[count];
  }

  /**
   * Offers consecutive candidates, whose indices are above those of all earlier ones.
   *
   * @param first the index of the candidate with the first score
   * @param scores the scores, finite, of which the first {@code count} are used
   */
  void offer(int first, float[] scores, int count) {
    for (int i = 0; i < count; i++) {
      // Of equal scores, the one that is kept already has the lower index.
      if (scores[i] > worst) {
        put(key(scores[i], first + i));
      }
    }
  }

  private void put(long key) {
    if (size < heap.length) {
      heap[size++] = key;
      if (size < heap.length) {
        return;
      }
      for (int parent = size / 2 - 1; parent >= 0; parent--) {
        sink(parent);
      }
    } else {
      heap[0] = key;
      sink(0);
    }
    worst = score(heap[0]);
  }

  /** Returns the keys of the kept candidates, the best first. */
  long[] sorted() {
    long[] keys = Arrays.copyOf(heap, size);
    Arrays.sort(keys);
    return keys;
  }

  private void sink(int place) {
    long value = heap[place];
    int hole = place;
    while (2 * hole + 1 < heap.length) {
      int child = 2 * hole + 1;
      if (child + 1 < heap.length && heap[child + 1] > heap[child]) {
        child++;
      }
      if (heap[child] <= value) {
        break;
      }
      heap[hole] = heap[child];
      hole = child;
    }
    heap[hole] = value;
  }

  /**
   * Returns the key of a candidate: the higher the score, and then the lower the index, the smaller
   * the key.
   */
  static long key(float score, int index) {
    int bits = Float.floatToIntBits(score + 0f); // -0 becomes 0
    int rising = bits >= 0 ? bits : bits ^ Integer.MAX_VALUE;
    return ((long) ~rising << Integer.SIZE) | index;
  }

  /** Returns the candidate of a key. */
  static int candidate(long key) {
    return (int) key;
  }

  /** Returns the score of a key; 0 for -0. */
  static float score(long key) {
    int rising = ~(int) (key >> Integer.SIZE);
    return Float.intBitsToFloat(rising >= 0 ? rising : rising ^ Integer.MAX_VALUE);
  }
}
