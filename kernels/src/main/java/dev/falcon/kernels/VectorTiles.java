// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Dot products of a few rows with a few columns at once, on the Vector API: a register tile of 8
 * rows (4 on narrow machines) by two vectors. Each product is the fused multiply-add of {@code
 * left[k] * right[k]} over k in ascending order, starting from zero, so that the result does not
 * depend on the machine's vector width.
 *
 * <p>The class loads only if {@link VectorApi#isAvailable()}.
 *
 * <p>All accumulators are locals that end in plain stores: passing one to another method after the
 * loop makes HotSpot box them, which costs a factor of four.
 */
public final class VectorTiles {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  /** The number of columns per tile. */
  public static final int COLUMNS = 2 * LANES;

  /** The number of rows per tile. */
  // Sixteen accumulators fit the 32 registers of a 512-bit machine; a 256-bit one has 16 registers.
  public static final int ROWS = LANES >= 16 ? 8 : 4;

  private VectorTiles() {}

  /**
   * Arranges vectors in panels of {@code width} rows, each [dimension x width].
   *
   * @param vectors the vectors, [rows x dimension]
   * @param padded the number of rows with padding, a multiple of {@code width}, at least {@code
   *     rows}; the padding is zero
   * @return the panels, [padded x dimension]; row i's panel starts at {@code i / width * width *
   *     dimension}
   */
  public static float[] panels(float[] vectors, int rows, int dimension, int padded, int width) {
    float[] packed = new float[Math.multiplyExact(padded, dimension)];
    fillPanels(vectors, rows, dimension, width, packed);
    return packed;
  }

  /** Like {@link #panels}, into existing panels; the padding is not changed. */
  public static void fillPanels(
      float[] vectors, int rows, int dimension, int width, float[] packed) {
    for (int row = 0; row < rows; row++) {
      int panel = row / width * width * dimension + row % width;
      for (int k = 0; k < dimension; k++) {
        packed[panel + k * width] = vectors[row * dimension + k];
      }
    }
  }

  /**
   * Multiplies one panel of {@link #ROWS} rows with one of {@link #COLUMNS} columns.
   *
   * @param left panels of {@code ROWS} rows
   * @param leftPanel the offset of the panel
   * @param right panels of {@code COLUMNS} columns
   * @param rightPanel the offset of the panel
   * @param out receives the tile's rows, each {@code COLUMNS} long, the first at {@code at} and the
   *     others every {@code stride}
   */
  public static void multiply(
      float[] left,
      int leftPanel,
      float[] right,
      int rightPanel,
      int dimension,
      float[] out,
      int at,
      int stride) {
    if (ROWS == 8) {
      tile8(left, leftPanel, right, rightPanel, dimension, out, at, stride);
    } else {
      tile4(left, leftPanel, right, rightPanel, dimension, out, at, stride);
    }
  }

  private static void tile8(
      float[] left,
      int leftPanel,
      float[] right,
      int rightPanel,
      int dimension,
      float[] out,
      int at,
      int stride) {
    FloatVector zero = FloatVector.zero(SPECIES);
    FloatVector a0 = zero;
    FloatVector a1 = zero;
    FloatVector b0 = zero;
    FloatVector b1 = zero;
    FloatVector c0 = zero;
    FloatVector c1 = zero;
    FloatVector d0 = zero;
    FloatVector d1 = zero;
    FloatVector e0 = zero;
    FloatVector e1 = zero;
    FloatVector f0 = zero;
    FloatVector f1 = zero;
    FloatVector g0 = zero;
    FloatVector g1 = zero;
    FloatVector h0 = zero;
    FloatVector h1 = zero;
    for (int k = 0; k < dimension; k++) {
      int columns = rightPanel + k * COLUMNS;
      int rows = leftPanel + k * 8;
      FloatVector x0 = FloatVector.fromArray(SPECIES, right, columns);
      FloatVector x1 = FloatVector.fromArray(SPECIES, right, columns + LANES);
      FloatVector factor = FloatVector.broadcast(SPECIES, left[rows]);
      a0 = factor.fma(x0, a0);
      a1 = factor.fma(x1, a1);
      factor = FloatVector.broadcast(SPECIES, left[rows + 1]);
      b0 = factor.fma(x0, b0);
      b1 = factor.fma(x1, b1);
      factor = FloatVector.broadcast(SPECIES, left[rows + 2]);
      c0 = factor.fma(x0, c0);
      c1 = factor.fma(x1, c1);
      factor = FloatVector.broadcast(SPECIES, left[rows + 3]);
      d0 = factor.fma(x0, d0);
      d1 = factor.fma(x1, d1);
      factor = FloatVector.broadcast(SPECIES, left[rows + 4]);
      e0 = factor.fma(x0, e0);
      e1 = factor.fma(x1, e1);
      factor = FloatVector.broadcast(SPECIES, left[rows + 5]);
      f0 = factor.fma(x0, f0);
      f1 = factor.fma(x1, f1);
      factor = FloatVector.broadcast(SPECIES, left[rows + 6]);
      g0 = factor.fma(x0, g0);
      g1 = factor.fma(x1, g1);
      factor = FloatVector.broadcast(SPECIES, left[rows + 7]);
      h0 = factor.fma(x0, h0);
      h1 = factor.fma(x1, h1);
    }
    a0.intoArray(out, at);
    a1.intoArray(out, at + LANES);
    b0.intoArray(out, at + stride);
    b1.intoArray(out, at + stride + LANES);
    c0.intoArray(out, at + 2 * stride);
    c1.intoArray(out, at + 2 * stride + LANES);
    d0.intoArray(out, at + 3 * stride);
    d1.intoArray(out, at + 3 * stride + LANES);
    e0.intoArray(out, at + 4 * stride);
    e1.intoArray(out, at + 4 * stride + LANES);
    f0.intoArray(out, at + 5 * stride);
    f1.intoArray(out, at + 5 * stride + LANES);
    g0.intoArray(out, at + 6 * stride);
    g1.intoArray(out, at + 6 * stride + LANES);
    h0.intoArray(out, at + 7 * stride);
    h1.intoArray(out, at + 7 * stride + LANES);
  }

  // Called by a test on machines of 512 bits, too.
  static void tile4(
      float[] left,
      int leftPanel,
      float[] right,
      int rightPanel,
      int dimension,
      float[] out,
      int at,
      int stride) {
    FloatVector zero = FloatVector.zero(SPECIES);
    FloatVector a0 = zero;
    FloatVector a1 = zero;
    FloatVector b0 = zero;
    FloatVector b1 = zero;
    FloatVector c0 = zero;
    FloatVector c1 = zero;
    FloatVector d0 = zero;
    FloatVector d1 = zero;
    for (int k = 0; k < dimension; k++) {
      int columns = rightPanel + k * COLUMNS;
      int rows = leftPanel + k * 4;
      FloatVector x0 = FloatVector.fromArray(SPECIES, right, columns);
      FloatVector x1 = FloatVector.fromArray(SPECIES, right, columns + LANES);
      FloatVector factor = FloatVector.broadcast(SPECIES, left[rows]);
      a0 = factor.fma(x0, a0);
      a1 = factor.fma(x1, a1);
      factor = FloatVector.broadcast(SPECIES, left[rows + 1]);
      b0 = factor.fma(x0, b0);
      b1 = factor.fma(x1, b1);
      factor = FloatVector.broadcast(SPECIES, left[rows + 2]);
      c0 = factor.fma(x0, c0);
      c1 = factor.fma(x1, c1);
      factor = FloatVector.broadcast(SPECIES, left[rows + 3]);
      d0 = factor.fma(x0, d0);
      d1 = factor.fma(x1, d1);
    }
    a0.intoArray(out, at);
    a1.intoArray(out, at + LANES);
    b0.intoArray(out, at + stride);
    b1.intoArray(out, at + stride + LANES);
    c0.intoArray(out, at + 2 * stride);
    c1.intoArray(out, at + 2 * stride + LANES);
    d0.intoArray(out, at + 3 * stride);
    d1.intoArray(out, at + 3 * stride + LANES);
  }

  /**
   * Like {@link #multiply(float[], int, float[], int, int, float[], int, int)}, with rows that are
   * not in a panel.
   *
   * @param left the rows' vectors
   * @param offsets the offsets of rows' vectors
   * @param first the place in {@code offsets} of the first row's
   */
  static void multiply(
      float[] left,
      int[] offsets,
      int first,
      float[] right,
      int rightPanel,
      int dimension,
      float[] out,
      int at,
      int stride) {
    if (ROWS == 8) {
      chosen8(left, offsets, first, right, rightPanel, dimension, out, at, stride);
    } else {
      chosen4(left, offsets, first, right, rightPanel, dimension, out, at, stride);
    }
  }

  private static void chosen8(
      float[] left,
      int[] offsets,
      int first,
      float[] right,
      int rightPanel,
      int dimension,
      float[] out,
      int at,
      int stride) {
    FloatVector zero = FloatVector.zero(SPECIES);
    int a = offsets[first];
    int b = offsets[first + 1];
    int c = offsets[first + 2];
    int d = offsets[first + 3];
    int e = offsets[first + 4];
    int f = offsets[first + 5];
    int g = offsets[first + 6];
    int h = offsets[first + 7];
    FloatVector a0 = zero;
    FloatVector a1 = zero;
    FloatVector b0 = zero;
    FloatVector b1 = zero;
    FloatVector c0 = zero;
    FloatVector c1 = zero;
    FloatVector d0 = zero;
    FloatVector d1 = zero;
    FloatVector e0 = zero;
    FloatVector e1 = zero;
    FloatVector f0 = zero;
    FloatVector f1 = zero;
    FloatVector g0 = zero;
    FloatVector g1 = zero;
    FloatVector h0 = zero;
    FloatVector h1 = zero;
    for (int k = 0; k < dimension; k++) {
      int columns = rightPanel + k * COLUMNS;
      FloatVector x0 = FloatVector.fromArray(SPECIES, right, columns);
      FloatVector x1 = FloatVector.fromArray(SPECIES, right, columns + LANES);
      FloatVector factor = FloatVector.broadcast(SPECIES, left[a + k]);
      a0 = factor.fma(x0, a0);
      a1 = factor.fma(x1, a1);
      factor = FloatVector.broadcast(SPECIES, left[b + k]);
      b0 = factor.fma(x0, b0);
      b1 = factor.fma(x1, b1);
      factor = FloatVector.broadcast(SPECIES, left[c + k]);
      c0 = factor.fma(x0, c0);
      c1 = factor.fma(x1, c1);
      factor = FloatVector.broadcast(SPECIES, left[d + k]);
      d0 = factor.fma(x0, d0);
      d1 = factor.fma(x1, d1);
      factor = FloatVector.broadcast(SPECIES, left[e + k]);
      e0 = factor.fma(x0, e0);
      e1 = factor.fma(x1, e1);
      factor = FloatVector.broadcast(SPECIES, left[f + k]);
      f0 = factor.fma(x0, f0);
      f1 = factor.fma(x1, f1);
      factor = FloatVector.broadcast(SPECIES, left[g + k]);
      g0 = factor.fma(x0, g0);
      g1 = factor.fma(x1, g1);
      factor = FloatVector.broadcast(SPECIES, left[h + k]);
      h0 = factor.fma(x0, h0);
      h1 = factor.fma(x1, h1);
    }
    a0.intoArray(out, at);
    a1.intoArray(out, at + LANES);
    b0.intoArray(out, at + stride);
    b1.intoArray(out, at + stride + LANES);
    c0.intoArray(out, at + 2 * stride);
    c1.intoArray(out, at + 2 * stride + LANES);
    d0.intoArray(out, at + 3 * stride);
    d1.intoArray(out, at + 3 * stride + LANES);
    e0.intoArray(out, at + 4 * stride);
    e1.intoArray(out, at + 4 * stride + LANES);
    f0.intoArray(out, at + 5 * stride);
    f1.intoArray(out, at + 5 * stride + LANES);
    g0.intoArray(out, at + 6 * stride);
    g1.intoArray(out, at + 6 * stride + LANES);
    h0.intoArray(out, at + 7 * stride);
    h1.intoArray(out, at + 7 * stride + LANES);
  }

  // Called by a test on machines of 512 bits, too.
  static void chosen4(
      float[] left,
      int[] offsets,
      int first,
      float[] right,
      int rightPanel,
      int dimension,
      float[] out,
      int at,
      int stride) {
    FloatVector zero = FloatVector.zero(SPECIES);
    int a = offsets[first];
    int b = offsets[first + 1];
    int c = offsets[first + 2];
    int d = offsets[first + 3];
    FloatVector a0 = zero;
    FloatVector a1 = zero;
    FloatVector b0 = zero;
    FloatVector b1 = zero;
    FloatVector c0 = zero;
    FloatVector c1 = zero;
    FloatVector d0 = zero;
    FloatVector d1 = zero;
    for (int k = 0; k < dimension; k++) {
      int columns = rightPanel + k * COLUMNS;
      FloatVector x0 = FloatVector.fromArray(SPECIES, right, columns);
      FloatVector x1 = FloatVector.fromArray(SPECIES, right, columns + LANES);
      FloatVector factor = FloatVector.broadcast(SPECIES, left[a + k]);
      a0 = factor.fma(x0, a0);
      a1 = factor.fma(x1, a1);
      factor = FloatVector.broadcast(SPECIES, left[b + k]);
      b0 = factor.fma(x0, b0);
      b1 = factor.fma(x1, b1);
      factor = FloatVector.broadcast(SPECIES, left[c + k]);
      c0 = factor.fma(x0, c0);
      c1 = factor.fma(x1, c1);
      factor = FloatVector.broadcast(SPECIES, left[d + k]);
      d0 = factor.fma(x0, d0);
      d1 = factor.fma(x1, d1);
    }
    a0.intoArray(out, at);
    a1.intoArray(out, at + LANES);
    b0.intoArray(out, at + stride);
    b1.intoArray(out, at + stride + LANES);
    c0.intoArray(out, at + 2 * stride);
    c1.intoArray(out, at + 2 * stride + LANES);
    d0.intoArray(out, at + 3 * stride);
    d1.intoArray(out, at + 3 * stride + LANES);
  }
}
