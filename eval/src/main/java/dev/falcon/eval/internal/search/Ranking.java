// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import java.util.Arrays;

/** Orders candidates by descending score; of equal scores the lower index comes first. */
public final class Ranking {
  /** A bounded heap is faster than a sort if fewer than one in this many candidates are needed. */
  private static final int HEAP_RATIO = 8;

  private Ranking() {}

  /**
   * Returns the first candidates in order.
   *
   * @param scores the scores, finite // [candidates]
   * @param count the number of candidates to return, at most all
   */
  public static int[] first(float[] scores, int count) {
    long[] keys = count * HEAP_RATIO < scores.length ? best(scores, count) : allSorted(scores);
    int[] ranked = new int[count];
    for (int i = 0; i < count; i++) {
      ranked[i] = BestCandidates.candidate(keys[i]);
    }
    return ranked;
  }

  private static long[] allSorted(float[] scores) {
    long[] keys = new long[scores.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = BestCandidates.key(scores[i], i);
    }
    Arrays.sort(keys);
    return keys;
  }

  private static long[] best(float[] scores, int count) {
    BestCandidates best = new BestCandidates(count);
    best.offer(0, scores, scores.length);
    return best.sorted();
  }
}
