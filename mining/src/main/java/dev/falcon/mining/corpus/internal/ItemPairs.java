package dev.falcon.mining.corpus.internal;

import java.util.Arrays;

/**
 * Pairs of a query and an item of the corpus, by query, both ascending.
 *
 * @param starts start of each query's items, and the end of the last // [queries + 1]
 * @param items of the corpus
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ItemPairs(int[] starts, int[] items) {

  /** No pairs. */
  public static ItemPairs none(int queries) {
    return new ItemPairs(new int[queries + 1], new int[0]);
  }

  /**
   * From pairs in any order, with repetition.
   *
   * @param pairs query in the upper half, item in the lower
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

  /** A pair as one number. */
  public static long pair(int query, int item) {
    return (long) query << 32 | item;
  }

  /** The items of a query, ascending. */
  public int[] of(int query) {
    return Arrays.copyOfRange(items, starts[query], starts[query + 1]);
  }

  /** Number of pairs. */
  public int count() {
    return items.length;
  }
}
