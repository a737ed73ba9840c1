package dev.falcon.eval.retrieval;

import java.util.Arrays;

/** Orders candidates by falling score; of equal scores the lower index comes first. */
final class Ranking {
  /** Below this share of the candidates a bounded heap is quicker than a sort. */
  private static final int HEAP_RATIO = 8;

  private Ranking() {}

  /**
   * The first candidates.
   *
   * @param scores finite // [candidates]
   * @param count how many are wanted, at most all
   */
  static int[] first(float[] scores, int count) {
    long[] keys = count * HEAP_RATIO < scores.length ? smallest(scores, count) : allSorted(scores);
    int[] ranked = new int[count];
    for (int i = 0; i < count; i++) {
      ranked[i] = (int) keys[i];
    }
    return ranked;
  }

  /** The place, from 0, of a candidate among all. */
  static int placeOf(int candidate, float[] scores) {
    float own = scores[candidate];
    int place = 0;
    for (int i = 0; i < scores.length; i++) {
      place += scores[i] > own || (scores[i] == own && i < candidate) ? 1 : 0;
    }
    return place;
  }

  private static long[] allSorted(float[] scores) {
    long[] keys = new long[scores.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(scores[i], i);
    }
    Arrays.sort(keys);
    return keys;
  }

  /** The smallest keys in rising order, by a heap with the largest of them on top. */
  private static long[] smallest(float[] scores, int count) {
    long[] heap = new long[count];
    for (int i = 0; i < count; i++) {
      heap[i] = key(scores[i], i);
    }
    for (int parent = count / 2 - 1; parent >= 0; parent--) {
      sink(heap, parent);
    }
    for (int i = count; i < scores.length; i++) {
      long key = key(scores[i], i);
      if (key < heap[0]) {
        heap[0] = key;
        sink(heap, 0);
      }
    }
    Arrays.sort(heap);
    return heap;
  }

  private static void sink(long[] heap, int place) {
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

  /** Rises as the score falls, then with the index. */
  private static long key(float score, int index) {
    int bits = Float.floatToIntBits(score + 0f); // -0 becomes 0
    int rising = bits >= 0 ? bits : bits ^ Integer.MAX_VALUE;
    return ((long) ~rising << Integer.SIZE) | index;
  }
}
