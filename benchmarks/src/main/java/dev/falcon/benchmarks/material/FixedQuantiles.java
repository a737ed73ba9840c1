// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import dev.falcon.mining.internal.space.QuantileSource;
import dev.falcon.mining.shuffle.MiningUnit;
import java.util.Arrays;

/**
 * One q for all rows.
 *
 * @param q in [0, 1]
 */
public record FixedQuantiles(double q) implements QuantileSource {
  @Override
  public void quantiles(
      MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
    Arrays.fill(out, firstRow, firstRow + rows, q);
  }
}
