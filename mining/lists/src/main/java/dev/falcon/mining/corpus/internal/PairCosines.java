// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.kernels.Kernel;
import java.util.Arrays;
import java.util.IdentityHashMap;

/** Computes canonical cosines of single pairs, with the same bits as in the search. */
public final class PairCosines {
  private static final int COMPONENTS_AT_ONCE = 1 << 22;

  private PairCosines() {}

  /**
   * Returns the cosine of two items; if an item has several vectors, the highest.
   *
   * @param left the vectors of the left items // [vectors][items x dimension]
   * @param x the left item
   * @param right the vectors of the right items // [vectors][items x dimension]
   * @param y the right item
   */
  public static float of(float[][] left, int x, float[][] right, int y, int dimension) {
    float highest = Float.NEGATIVE_INFINITY;
    for (float[] vector : left) {
      for (float[] other : right) {
        highest = Math.max(highest, Kernel.cosine(vector, other, dimension, x, y));
      }
    }
    return highest + 0f;
  }

  /**
   * Returns the cosines of each query with some items, whose vectors are read in batches.
   *
   * @param vectors the queries' vectors // [vectors][queries x dimension]
   * @param asked the items, by query
   * @return the cosines, in the shape of {@code asked}
   */
  static float[][] of(float[][] vectors, int[][] asked, CorpusItems corpus) {
    float[][] cosines = new float[asked.length][];
    int dimension = corpus.store().dimension();
    long pairs = 0;
    for (int x = 0; x < asked.length; x++) {
      cosines[x] = new float[asked[x].length];
      pairs += asked[x].length;
    }
    int most = Math.max(1, COMPONENTS_AT_ONCE / dimension / corpus.perItem());
    int atOnce = (int) Math.min(pairs, most); // a single query asks for few
    int[] queryOf = new int[atOnce];
    int[] placeOf = new int[atOnce];
    int[] items = new int[atOnce];
    int count = 0;
    for (int x = 0; x <= asked.length; x++) {
      int length = x == asked.length ? 0 : asked[x].length;
      for (int y = 0; y < length; y++) {
        queryOf[count] = x;
        placeOf[count] = y;
        items[count++] = asked[x][y];
        if (count == atOnce) {
          read(vectors, corpus, queryOf, placeOf, items, count, cosines);
          count = 0;
        }
      }
    }
    if (count > 0) {
      read(vectors, corpus, queryOf, placeOf, items, count, cosines);
    }
    return cosines;
  }

  private static void read(
      float[][] vectors,
      CorpusItems corpus,
      int[] queryOf,
      int[] placeOf,
      int[] items,
      int count,
      float[][] cosines) {
    float[][] others = corpus.read(Arrays.copyOf(items, count));
    for (int at = 0; at < count; at++) {
      cosines[queryOf[at]][placeOf[at]] =
          of(vectors, queryOf[at], others, at, corpus.store().dimension());
    }
  }

  /**
   * The cosines of some queries with the items that are asked of each. Queries with the same text
   * share a list of items, and usually their vector, too; the cosines with such a list are computed
   * for the first of them, if it is long.
   *
   * <p>Memory: 4 bytes per pair with a short list, and per item of each long one. A query with a
   * long list and another vector than the query before it has its cosines computed when they are
   * asked for.
   */
  public static final class OfLists {
    /** The greatest length of a list that is not long. */
    public static final int SHORT = 1000;

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
    public OfLists(float[][] vectors, int[][] asked, CorpusItems corpus) {
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
    public float[] of(int x) {
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
        if (!Arrays.equals(
            each, x * dimension, (x + 1) * dimension, each, from, from + dimension)) {
          return false;
        }
      }
      return true;
    }
  }
}
