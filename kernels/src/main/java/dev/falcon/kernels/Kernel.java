// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import dev.falcon.data.FusedMultiplyAdd;

/**
 * The inner loops of mining: blocks of the canonical similarity S = V·Tᵀ + T·Vᵀ, and scans of a row
 * of S. Implementations differ only in speed; their results have the same bits.
 *
 * <p>Canonical means that every bit is fixed: {@code S[i][j] = (P[i][j] + P[j][i]) + 0}, where
 * {@code P[i][j]} is the fused multiply-add of {@code image[i][k] * text[j][k]} over k in ascending
 * order, starting from zero. The order of summation is fixed for each entry and does not depend on
 * the machine. So S is exactly symmetric, and any entry can be computed alone. The last addition of
 * zero turns -0 into +0, so that equal values have equal bits. If an image has several vectors,
 * P[i][j] is the highest of their products.
 */
public interface Kernel {
  /** The number of rows, and of columns, of a block; a multiple of every kernel's register tile. */
  int BLOCK = 96;

  /**
   * Returns a description of the kernel's platform for people, such as {@code "Vector API, 16
   * lanes"}.
   */
  String describe();

  /**
   * Arranges the vectors in the kernel's layout.
   *
   * @param image the image vectors, L2-normalised, [rows x dimension]
   * @param text the text vectors, L2-normalised, [rows x dimension]
   * @param spent a result of an earlier call that is no longer used, whose memory is reused if it
   *     has the same size; or null
   */
  OnePerRow pack(float[] image, float[] text, int rows, int dimension, Packed spent);

  /** Like {@link #pack(float[], float[], int, int, Packed)}, in new memory. */
  default OnePerRow pack(float[] image, float[] text, int rows, int dimension) {
    return pack(image, text, rows, dimension, null);
  }

  /**
   * Sorts a row's values into bins: {@code bins[j]} is {@code fma(row[j], scale, bias)}, clamped to
   * [2^23, 2^23 + binCount - 1], where floats are integers, less 2^23. The bin is monotone in the
   * value.
   *
   * @param bins receives the bins, each in [0, binCount), [count]
   * @param binCount the number of bins, a power of two
   */
  void bin(float[] row, int count, float scale, float bias, int[] bins, int binCount);

  /**
   * Splits a row at two values.
   *
   * @param below receives one bit per column, which is set if the value is less than {@code low};
   *     [(count + 63) / 64] longs
   * @param keys receives the {@link Keys#of key} of every column whose value is in [low, high], in
   *     ascending order of columns; as long as {@code count}
   * @return the number of keys written
   */
  int split(float[] row, int count, float low, float high, long[] below, long[] keys);

  /**
   * Returns the number of a row's values that are less than {@code threshold}, which must not be
   * +∞.
   */
  int countBelow(float[] row, int count, float threshold);

  /**
   * Finds the products of one row of a block that exceed their bounds: the columns j with {@code
   * forth[j] > columnBounds[j]} or {@code back[j] > rowBound}.
   *
   * @param at the offset of the row in both products
   * @param columnBounds the bounds of all columns of the space, padded to whole blocks; no bound is
   *     -0
   * @param column the block's first column
   * @param rowBound the bound of the row; not -0
   * @param found receives one bit per column, [BLOCK / 32] ints
   */
  void exceeding(
      float[] forth,
      float[] back,
      int at,
      float[] columnBounds,
      int column,
      float rowBound,
      int[] found);

  /** Rows and columns in a kernel's own layout. May be read by many threads. */
  interface Products {
    /**
     * Computes one block of S.
     *
     * @param rowBlock the number of the block of rows, from 0
     * @param columnBlock the number of the block of columns, from 0
     * @param block receives S, [BLOCK x BLOCK]; entries beyond the space are zero
     * @param scratch a buffer as large as {@code block}, which is overwritten
     */
    default void similarity(int rowBlock, int columnBlock, float[] block, float[] scratch) {
      products(rowBlock, columnBlock, block, scratch);
      sum(block, scratch);
    }

    /**
     * Computes the two products whose sum is a block of S.
     *
     * @param forth receives V·Tᵀ, the images of the rows with the texts of the columns, [BLOCK x
     *     BLOCK]; entries beyond the space are zero
     * @param back receives T·Vᵀ, the texts of the rows with the images of the columns, [BLOCK x
     *     BLOCK]
     */
    void products(int rowBlock, int columnBlock, float[] forth, float[] back);

    /** Adds {@code back} to {@code forth}, which becomes a block of S. */
    void sum(float[] forth, float[] back);
  }

  /** A search space's vectors, which are its rows and its columns. */
  interface Packed extends Products {
    /**
     * Returns some rows with all columns.
     *
     * @param chosen row numbers of the space
     * @param from the index of the first row in {@code chosen}
     * @param count the number of rows, at most {@link #BLOCK}; they become block 0
     */
    Products of(int[] chosen, int from, int count);

    /**
     * Computes one row of S.
     *
     * @param i the row
     * @param row receives S[i], one entry per row of the space
     */
    void row(int i, float[] row);
  }

  /** A packed space whose images have one vector each. */
  interface OnePerRow extends Packed {
    /**
     * Returns the same texts with other images, [rows x dimension]; the memory of the texts is
     * shared.
     */
    Packed withImages(float[] image);
  }

  /** Returns the number of blocks that cover this many rows. */
  static int blocks(int rows) {
    return (rows + BLOCK - 1) / BLOCK;
  }

  /** Returns one entry of S, in [-2, 2]: the definition with which every kernel must agree. */
  static float entry(float[] image, float[] text, int dimension, int i, int j) {
    return (cosine(image, text, dimension, i, j) + cosine(text, image, dimension, i, j)) + 0f;
  }

  /** Returns one entry of V·Tᵀ, in [-1, 1]. */
  static float cosine(float[] image, float[] text, int dimension, int i, int j) {
    float sum = 0;
    for (int k = 0; k < dimension; k++) {
      sum = FusedMultiplyAdd.of(image[i * dimension + k], text[j * dimension + k], sum);
    }
    return sum;
  }
}
