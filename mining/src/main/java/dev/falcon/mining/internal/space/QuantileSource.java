package dev.falcon.mining.internal.space;

import dev.falcon.mining.algorithm.RowQuantile;
import dev.falcon.mining.shuffle.MiningUnit;

/** A composition prepared for one run: supplies every anchor's q. Thread-safe. */
public interface QuantileSource extends AutoCloseable {
  /**
   * Returns whether the quantiles of the rows of S are needed. Otherwise they are not computed, and
   * {@code levels} is empty.
   */
  default boolean readsLevels() {
    return false;
  }

  /**
   * The quantiles of consecutive rows.
   *
   * @param unit the search space
   * @param firstRow the first row's index in the space
   * @param levels quantiles of the rows of S, [rows x m] from {@code at}
   * @param out receives [rows] values in [0, 1] from {@code firstRow}; if batches have their own q,
   *     a value near which it is likely
   */
  void quantiles(
      MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out);

  /**
   * The quantiles of one batch.
   *
   * @param batch its number in the space
   * @param asked values given by {@link #quantiles}, [rows of the space]
   * @param levels quantiles of the space's rows of S, [rows x m]
   */
  default RowQuantile ofBatch(MiningUnit unit, int batch, double[] asked, float[] levels, int m) {
    return row -> asked[row];
  }

  @Override
  default void close() {}
}
