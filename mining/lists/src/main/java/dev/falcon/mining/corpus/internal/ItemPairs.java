// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import java.util.Arrays;

/**
 * Pairs of a query and an item of the corpus, by query, both ascending.
 *
 * @param starts the index of each query's first item, and the end of the last // [queries + 1]
 * @param items the items of the corpus
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ItemPairs(int[] starts, int[] items) {

  /** Returns an empty set of pairs. */
  public static ItemPairs none(int queries) {
    return new ItemPairs(new int[queries + 1], new int[0]);
  }

  /**
   * Returns the given pairs, which may be in any order and repeated.
   *
   * @param pairs each pair as one number, as {@link #pair} gives it
   */
  public static ItemPairs of(int queries, long[] pairs) {
    long[] sorted = Arrays.stream(pairs).sorted().distinct().toArray();
    int[] starts = new int[queries + 1];
    int[] items = new int[sorted.length];
    for (int x = 0; x < sorted.length; x++) {
      starts[(int) (sorted[x] >> 32) + 1]++;
      items[x] = (int) sorted[x];
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    return new ItemPairs(starts, items);
  }

  /** Returns a pair as one number: the query in the upper 32 bits, the item in the lower. */
  public static long pair(int query, int item) {
    return (long) query << 32 | item;
  }

  /** Returns the items of a query, ascending. */
  public int[] of(int query) {
    return Arrays.copyOfRange(items, starts[query], starts[query + 1]);
  }

  /** Returns the number of pairs. */
  public int count() {
    return items.length;
  }
}
