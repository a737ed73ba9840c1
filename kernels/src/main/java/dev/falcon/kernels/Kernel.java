package dev.falcon.kernels;

/**
 * The inner loops of mining: blocks of the canonical similarity S = V·Tᵀ + T·Vᵀ, and scans of a row
 * of S. Implementations differ in speed alone; every result is the same to the bit.
 *
 * <p>Canonical means that every bit is fixed: {@code S[i][j] = (P[i][j] + P[j][i]) + 0}, where
 * {@code P[i][j]} is the fused multiply-add of {@code image[i][k] * text[j][k]} over k in ascending
 * order, starting from zero. An order of summation that is fixed for each entry, and not for the
 * machine, makes S symmetric to the bit and lets any entry be computed alone. The last addition of
 * zero turns -0 into +0, so that equal values have equal bits. Where an image has several vectors,
 * P[i][j] is the highest of theirs.
 */
public interface Kernel {
  /** Rows and columns of a block; a multiple of every kernel's register tile. */
  int BLOCK = 96;

  /** Description of the kernel's platform, for people: {@code "Vector API, 16 lanes"}. */
  String describe();

  /**
   * Arranges the vectors in the kernel's layout.
   *
   * @param image [rows x dimension], L2-normalised
   * @param text [rows x dimension], L2-normalised
   * @param spent an unused result of an earlier call, whose memory is reused if it is as large; or
   *     null
   */
  OnePerRow pack(float[] image, float[] text, int rows, int dimension, Packed spent);

  /** Like {@link #pack(float[], float[], int, int, Packed)}, in new memory. */
  default OnePerRow pack(float[] image, float[] text, int rows, int dimension) {
    return pack(image, text, rows, dimension, null);
  }

  /**
   * Sorts a row's values into bins: {@code bins[j]} is {@code fma(row[j], scale, bias)} clamped to
   * [2^23, 2^23 + binCount - 1], where floats are integers, less 2^23. Monotone in the value.
   *
   * @param bins receives [count]
   * @param binCount a power of two
   */
  void bin(float[] row, int count, float scale, float bias, int[] bins, int binCount);

  /**
   * Splits a row at two values.
   *
   * @param below receives one bit per column, set where the value is less than {@code low}; [(count
   *     + 63) / 64] longs
   * @param keys receives the {@link Keys#of key} of every column whose value is in [low, high], in
   *     ascending order of columns; as long as {@code count}
   * @return number of written keys
   */
  int split(float[] row, int count, float low, float high, long[] below, long[] keys);

  /** Number of a row's values that are less than {@code threshold}, which is not +∞. */
  int countBelow(float[] row, int count, float threshold);

  /**
   * Finds what exceeds its bound in one row of a block of products: columns j where {@code forth[j]
   * > columnBounds[j]} or {@code back[j] > rowBound}.
   *
   * @param at offset of the row in both products
   * @param columnBounds of the whole space, as long as its blocks cover; no bound is -0
   * @param column the block's first column
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

  /** Rows and columns in a kernel's own layout. Safe to read from many threads. */
  interface Products {
    /**
     * Computes one block of S.
     *
     * @param rowBlock number of the block of rows, from 0
     * @param columnBlock number of the block of columns, from 0
     * @param block receives S, [BLOCK x BLOCK]; entries beyond the space are zero
     * @param scratch as large as {@code block}; overwritten
     */
    default void similarity(int rowBlock, int columnBlock, float[] block, float[] scratch) {
      products(rowBlock, columnBlock, block, scratch);
      sum(block, scratch);
    }

    /**
     * Computes the two products whose sum is a block of S.
     *
     * @param forth receives V·Tᵀ, image of the row and text of the column, [BLOCK x BLOCK]; entries
     *     beyond the space are zero
     * @param back receives T·Vᵀ, text of the row and image of the column
     */
    void products(int rowBlock, int columnBlock, float[] forth, float[] back);

    /** Adds two products to a block of S, in {@code forth}. */
    void sum(float[] forth, float[] back);
  }

  /** A search space's vectors, which are its rows and its columns. */
  interface Packed extends Products {
    /**
     * Some rows with all columns.
     *
     * @param chosen rows of the space
     * @param from index of the first row
     * @param count number of rows, at most {@link #BLOCK}: they become block 0
     */
    Products of(int[] chosen, int from, int count);

    /**
     * Computes one row of S.
     *
     * @param i the row
     * @param row receives S[i]; as long as the space has rows
     */
    void row(int i, float[] row);
  }

  /** A packed space whose images have one vector each. */
  interface OnePerRow extends Packed {
    /** The same texts with other images, [rows x dimension]; the texts' memory is shared. */
    Packed withImages(float[] image);
  }

  /** Number of blocks that cover this many rows. */
  static int blocks(int rows) {
    return (rows + BLOCK - 1) / BLOCK;
  }

  /** One entry of S; the definition that every kernel must equal. */
  static float entry(float[] image, float[] text, int dimension, int i, int j) {
    return (cosine(image, text, dimension, i, j) + cosine(text, image, dimension, i, j)) + 0f;
  }

  /** One entry of V·Tᵀ. */
  static float cosine(float[] image, float[] text, int dimension, int i, int j) {
    float sum = 0;
    for (int k = 0; k < dimension; k++) {
      sum = Math.fma(image[i * dimension + k], text[j * dimension + k], sum);
    }
    return sum;
  }
}
