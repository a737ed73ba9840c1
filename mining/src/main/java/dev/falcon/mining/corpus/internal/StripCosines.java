package dev.falcon.mining.corpus.internal;

import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * The cosines of some queries with the items that are asked of each. Queries with the same text
 * share a list of items, and usually their vector, too; the cosines with such a list are computed
 * for the first of them, if it is long.
 *
 * <p>Memory: 4 bytes per pair with a short list, and per item of each long one. A query with a long
 * list and another vector than the query before it has its cosines computed when they are asked
 * for.
 */
final class StripCosines {
  /** The greatest length of a list that is not long. */
  static final int SHORT = 1000;

  private static final int[] NONE = {};

  private final float[][] vectors;
  private final int dimension;
  private final int[][] asked;
  private final CorpusItems corpus;
  private final float[][] ofShort;
  private final IdentityHashMap<int[], OfLong> ofLong = new IdentityHashMap<>();

  /** The cosines of a query with a long list. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record OfLong(int query, float[] cosines) {}

  /**
   * Computes the cosines with short lists.
   *
   * @param vectors the queries' vectors // [vectors][queries x dimension]
   * @param asked the items, by query; queries that share a list have the same array
   */
  StripCosines(float[][] vectors, int[][] asked, CorpusItems corpus) {
    this.vectors = vectors;
    this.dimension = corpus.store().dimension();
    this.asked = asked;
    this.corpus = corpus;
    int[][] some = asked.clone();
    for (int x = 0; x < some.length; x++) {
      some[x] = asked[x].length > SHORT ? NONE : asked[x];
    }
    this.ofShort = PairCosines.of(vectors, some, corpus);
  }

  /** Returns the cosines of a query with the items asked of it. */
  float[] of(int x) {
    if (asked[x].length <= SHORT) {
      return ofShort[x];
    }
    OfLong found = ofLong.get(asked[x]);
    if (found == null || !haveEqualVectors(found.query(), x)) {
      float[][] own = new float[vectors.length][];
      for (int n = 0; n < own.length; n++) {
        own[n] = Arrays.copyOfRange(vectors[n], x * dimension, (x + 1) * dimension);
      }
      found = new OfLong(x, PairCosines.of(own, new int[][] {asked[x]}, corpus)[0]);
      ofLong.put(asked[x], found);
    }
    return found.cosines();
  }

  private boolean haveEqualVectors(int x, int other) {
    int from = other * dimension;
    for (float[] each : vectors) {
      if (!Arrays.equals(each, x * dimension, (x + 1) * dimension, each, from, from + dimension)) {
        return false;
      }
    }
    return true;
  }
}
