// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.space;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.algorithm.RowQuantile;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantileFeatures;
import dev.falcon.mining.policy.QuantilePolicy.Draw;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.onnx.matcher.SchedulerModel;
import dev.falcon.onnx.matcher.SchedulerModel.BetaParameters;
import java.util.Arrays;

/** One q per batch: drawn from the scheduler's distribution for the mean of all anchors' Ŝ. */
record ScheduledBatches(SchedulerModel model, Draw draw, Composition composition, long seed)
    implements QuantileSource {
  @Override
  public boolean readsLevels() {
    return true;
  }

  @Override
  public void quantiles(
      MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
    Arrays.fill(out, firstRow, firstRow + rows, composition.warped(0.5));
  }

  @Override
  public RowQuantile ofBatch(MiningUnit unit, int batch, double[] asked, float[] levels, int m) {
    BetaParameters beta = model.evaluate(pooled(QuantileFeatures.softmax(levels, m), m), 1);
    RandomStream random =
        RandomStream.of(seed, "batch-quantile", unit.epoch(), unit.space(), batch);
    double quantile = draw.of(beta.alpha()[0], beta.beta()[0], random);
    return row -> composition.warped(quantile);
  }

  private static float[] pooled(float[] features, int m) {
    double[] sums = new double[m];
    for (int i = 0; i < features.length; i++) {
      sums[i % m] += features[i];
    }
    float[] means = new float[m];
    for (int k = 0; k < m; k++) {
      means[k] = (float) (sums[k] * m / features.length);
    }
    return means;
  }

  @Override
  public void close() {
    model.close();
  }
}
