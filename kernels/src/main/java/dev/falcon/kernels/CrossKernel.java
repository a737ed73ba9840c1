// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

/**
 * Products of the rows of one set of vectors with the columns of another, P = R·Cᵀ, in blocks of
 * {@link Kernel#BLOCK} × {@link Kernel#BLOCK}, and scans of one row of a block.
 *
 * <p>{@code P[i][j]} is the fused multiply-add of {@code row[i][k] * column[j][k]} over k in
 * ascending order, starting from zero: the bits are those of {@link Kernel}, on every machine.
 */
public interface CrossKernel {
  /** The number of rows, and of columns, of a block. */
  int BLOCK = Kernel.BLOCK;

  /** Vectors in the layout of one kernel. Safe to read from many threads. */
  interface Packed {}

  /**
   * Packs vectors as rows.
   *
   * @param vectors the vectors, [count x dimension]
   */
  Packed rows(float[] vectors, int count, int dimension);

  /**
   * Chooses vectors as rows, which are neither copied nor packed: for a few products of each.
   *
   * @param vectors the vectors, [vectors x dimension], which must not change
   * @param chosen the numbers of the rows' vectors, at least one
   */
  Packed rows(float[] vectors, int[] chosen, int dimension);

  /**
   * Packs vectors as columns.
   *
   * @param vectors the vectors, [count x dimension]
   */
  Packed columns(float[] vectors, int count, int dimension);

  /**
   * Computes one block of P.
   *
   * @param rowBlock the number of the block of rows, from 0
   * @param columnBlock the number of the block of columns, from 0
   * @param block receives the block, [BLOCK x BLOCK]; entries beyond the vectors are zero or, in
   *     rows beyond those that were chosen, undefined
   */
  void product(Packed rows, int rowBlock, Packed columns, int columnBlock, float[] block);

  /**
   * Finds the values v of a row of a block with {@code above < v <= most}.
   *
   * @param at the offset of the row in the block
   * @param above the lower limit, exclusive; not -0
   * @param most the upper limit, inclusive; not -0
   * @param columns receives the columns of these values, in any order // [BLOCK]
   * @return the number of these values
   */
  int within(float[] block, int at, float above, float most, int[] columns);

  /**
   * Counts the values of a row that exceed a bound.
   *
   * @param at the offset of the row
   * @param count the number of columns
   * @param bound the bound, exclusive; not -0
   */
  int countAbove(float[] block, int at, int count, float bound);
}
