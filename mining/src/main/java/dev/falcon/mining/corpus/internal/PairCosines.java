package dev.falcon.mining.corpus.internal;

import dev.falcon.kernels.Kernel;
import java.util.Arrays;

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
    int atOnce = Math.max(1, COMPONENTS_AT_ONCE / dimension / corpus.perItem());
    for (int x = 0; x < asked.length; x++) {
      cosines[x] = new float[asked[x].length];
    }
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
    read(vectors, corpus, queryOf, placeOf, items, count, cosines);
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
}
