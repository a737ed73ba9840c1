// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The similarities of the store's vectors, by pair.
 *
 * @param cosine the cosine of the pair's image and text, in [-1, 1]; NaN if an item is not in a
 *     store // [pairs]
 * @param symmetric S of the two samples, in [-2, 2]; NaN if an item is not in a store // [pairs]
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PairSimilarities(float[] cosine, float[] symmetric) {
  private static final int PAIRS_AT_ONCE = 4_096;

  /** Computes both similarities for every pair whose items are in the store. */
  public static PairSimilarities of(Optional<ItemVectors> store, List<AuditPair> pairs) {
    float[] cosine = new float[pairs.size()];
    float[] symmetric = new float[pairs.size()];
    Arrays.fill(cosine, Float.NaN);
    Arrays.fill(symmetric, Float.NaN);
    if (store.isPresent()) {
      int[] held =
          IntStream.range(0, pairs.size())
              .filter(
                  i ->
                      store.get().has(pairs.get(i).image()) && store.get().has(pairs.get(i).text()))
              .toArray();
      for (int from = 0; from < held.length; from += PAIRS_AT_ONCE) {
        int to = Math.min(held.length, from + PAIRS_AT_ONCE);
        compute(store.get(), pairs, Arrays.copyOfRange(held, from, to), cosine, symmetric);
      }
    }
    return new PairSimilarities(cosine, symmetric);
  }

  private static void compute(
      ItemVectors rows, List<AuditPair> pairs, int[] numbers, float[] cosine, float[] symmetric) {
    int[] items = new int[2 * numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      items[2 * i] = pairs.get(numbers[i]).image();
      items[2 * i + 1] = pairs.get(numbers[i]).text();
    }
    SpaceVectors vectors = rows.read(items);
    for (int i = 0; i < numbers.length; i++) {
      float forth = vectors.cosine(2 * i, 2 * i + 1);
      cosine[numbers[i]] = forth;
      symmetric[numbers[i]] = forth + vectors.cosine(2 * i + 1, 2 * i);
    }
  }
}
