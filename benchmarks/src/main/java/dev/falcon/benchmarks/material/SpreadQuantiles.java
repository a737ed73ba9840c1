// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.internal.space.QuantileSource;
import dev.falcon.mining.shuffle.MiningUnit;

/**
 * A different q for every row, as a scheduler gives it, without a network's time.
 *
 * @param readsLevels whether all quantiles of every row are found first, as the scheduler's are
 */
public record SpreadQuantiles(boolean readsLevels) implements QuantileSource {
  @Override
  public void quantiles(
      MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
    for (int row = firstRow; row < firstRow + rows; row++) {
      out[row] = Math.sqrt(RandomStream.of(3, "spread", row).nextDouble());
    }
  }
}
