// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.Selector;
import java.util.function.Supplier;

/**
 * S of one search space in one of two forms: whole rows in memory, or rows that exist only while
 * they are processed. Both give the same bits, except dense rows from another library's products.
 */
public interface RowBlocks {
  /**
   * Shows every row of S once, on all threads, in blocks of {@link Kernel#BLOCK} rows.
   *
   * @param worker creates one thread's viewer
   */
  void forEach(Parallel parallel, Supplier<Viewer> worker);

  /**
   * Shows some rows of S once, on all threads, in blocks of {@link Kernel#BLOCK} rows.
   *
   * @param chosen the rows; a block's first row is given as an index into them
   * @param worker creates one thread's viewer
   */
  void forEach(int[] chosen, Parallel parallel, Supplier<Viewer> worker);

  /**
   * Returns a selector for any anchor and rank over U; slower than {@link Brackets} where these
   * suffice.
   */
  Selector selector(Candidates candidates);

  /**
   * Returns one row of S, [|M|], +∞ at the row itself.
   *
   * @param i the row's index
   * @param buffer a buffer in which the row may be computed, [|M|]
   * @return the row, which must not be changed
   */
  float[] row(int i, float[] buffer);

  /** Receives blocks of rows. */
  @FunctionalInterface
  interface Viewer {
    /**
     * Receives a block. The rows must not be kept.
     *
     * @param firstRow the first row's index in the space, or among the chosen rows
     * @param rows row r of the block is {@code rows[r]}; +∞ on the diagonal
     * @param count the number of rows of the block
     */
    void view(int firstRow, float[][] rows, int count);
  }
}
