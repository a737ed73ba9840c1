package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.kernels.CrossKernel;
import dev.falcon.kernels.Kernels;
import java.util.Arrays;

/**
 * The centroids of clusters: vectors of unit length. Safe to use from many threads.
 *
 * <p>Memory: the vectors twice.
 */
public final class Centroids {
  private static final int BLOCK = CrossKernel.BLOCK;

  private final CrossKernel kernel = Kernels.cross();
  private final float[] values;
  private final int count;
  private final int dimension;
  private final CrossKernel.Packed columns;

  /**
   * Creates centroids.
   *
   * @param values the vectors, [count x dimension]
   */
  public Centroids(float[] values, int dimension) {
    this.values = values;
    this.dimension = dimension;
    this.count = values.length / dimension;
    this.columns = kernel.columns(values, count, dimension);
  }

  /** Receives the scores of one vector with all centroids; the array is used again. */
  @FunctionalInterface
  public interface Each {
    void accept(int vector, float[] scores);
  }

  /** Returns the vectors, [count x dimension]. */
  public float[] values() {
    return values;
  }

  public int count() {
    return count;
  }

  public int dimension() {
    return dimension;
  }

  /**
   * Computes the scores of items with all centroids; if an item has several vectors, the highest.
   *
   * @param vectors the vectors of the items // [vectors][items x dimension]
   * @param each receives the scores of every item in order // [count]
   */
  public void scores(float[][] vectors, Each each) {
    int items = vectors[0].length / dimension;
    float[][] rows = new float[BLOCK][count];
    float[] block = new float[BLOCK * BLOCK];
    for (int first = 0; first < items; first += BLOCK) {
      int some = Math.min(BLOCK, items - first);
      for (int n = 0; n < vectors.length; n++) {
        scores(vectors[n], first, some, n > 0, rows, block);
      }
      for (int r = 0; r < some; r++) {
        each.accept(first + r, rows[r]);
      }
    }
  }

  private void scores(
      float[] vectors, int first, int some, boolean merge, float[][] rows, float[] block) {
    CrossKernel.Packed packed =
        kernel.rows(
            Arrays.copyOfRange(vectors, first * dimension, (first + some) * dimension),
            some,
            dimension);
    for (int column = 0; column * BLOCK < count; column++) {
      kernel.product(packed, 0, columns, column, block);
      int from = column * BLOCK;
      int columnsHere = Math.min(BLOCK, count - from);
      for (int r = 0; r < some; r++) {
        float[] row = rows[r];
        if (merge) {
          for (int j = 0; j < columnsHere; j++) {
            row[from + j] = Math.max(row[from + j], block[r * BLOCK + j]);
          }
        } else {
          System.arraycopy(block, r * BLOCK, row, from, columnsHere);
        }
      }
    }
  }

  /** Returns the index of the greatest score; of equal scores, the first. */
  static int best(float[] scores) {
    int best = 0;
    for (int c = 1; c < scores.length; c++) {
      best = scores[c] > scores[best] ? c : best;
    }
    return best;
  }
}
