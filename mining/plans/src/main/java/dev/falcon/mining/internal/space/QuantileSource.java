// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.space;

import dev.falcon.mining.algorithm.RowQuantile;
import dev.falcon.mining.shuffle.MiningUnit;

/** A composition prepared for one run: supplies every anchor's q. Thread-safe. */
public interface QuantileSource extends AutoCloseable {
  /**
   * Returns whether the quantiles of the rows of S are needed. If not, they are not computed, and
   * {@code levels} is empty.
   */
  default boolean readsLevels() {
    return false;
  }

  /**
   * Gives the quantiles of consecutive rows.
   *
   * @param unit the search space
   * @param firstRow the first row's index in the space
   * @param rows the number of rows
   * @param levels the quantiles of the rows of S, [rows x m] from {@code at}
   * @param out receives one value in [0, 1] per row from index {@code firstRow}; if each batch has
   *     its own q, a value near which that q is likely
   */
  void quantiles(
      MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out);

  /**
   * Returns the quantiles of one batch.
   *
   * @param batch the batch's number in the space
   * @param asked the values that {@link #quantiles} gave, [rows of the space]
   * @param levels the quantiles of the space's rows of S, [rows x m]
   */
  default RowQuantile ofBatch(MiningUnit unit, int batch, double[] asked, float[] levels, int m) {
    return row -> asked[row];
  }

  @Override
  default void close() {}
}
