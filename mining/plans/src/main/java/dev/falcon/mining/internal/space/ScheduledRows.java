// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.space;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.policy.QuantileFeatures;
import dev.falcon.mining.policy.QuantilePolicy.Draw;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.onnx.matcher.SchedulerModel;
import dev.falcon.onnx.matcher.SchedulerModel.BetaParameters;
import java.util.Arrays;

/** One q per row, from the scheduler's Beta distribution; each row has its own random stream. */
record ScheduledRows(SchedulerModel model, Draw draw, long seed) implements QuantileSource {
  @Override
  public boolean readsLevels() {
    return true;
  }

  @Override
  public void quantiles(
      MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
    float[] table = Arrays.copyOfRange(levels, at, at + rows * m);
    BetaParameters beta = model.evaluate(QuantileFeatures.softmax(table, m), rows);
    for (int r = 0; r < rows; r++) {
      int row = firstRow + r;
      RandomStream random = RandomStream.of(seed, "quantile", unit.epoch(), unit.space(), row);
      out[row] = draw.of(beta.alpha()[r], beta.beta()[r], random);
    }
  }

  @Override
  public void close() {
    model.close();
  }
}
