// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.space;

import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.mining.algorithm.RowQuantile;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.onnx.matcher.SchedulerModel;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.Arrays;

/** Creates the quantile source of each policy. */
public final class QuantileSources {
  private QuantileSources() {}

  /** Opens the composition's inputs, and checks them against the request. */
  public static QuantileSource open(
      Composition composition, int epochs, long seed, int m, Sessions sessions) {
    QuantilePolicy policy = composition.policy();
    boolean batch = composition.level() == Composition.Level.BATCH;
    if (policy instanceof QuantilePolicy.Scheduled scheduled) {
      SchedulerModel model = model(scheduled, m, sessions);
      return batch
          ? new ScheduledBatches(model, scheduled.draw(), composition, seed)
          : warped(new ScheduledRows(model, scheduled.draw(), seed), composition);
    }
    if (policy instanceof QuantilePolicy.Random) {
      return batch
          ? new RandomBatches(composition, seed)
          : warped(new RandomRows(seed), composition);
    }
    boolean progressive =
        policy instanceof QuantilePolicy.Hardening || policy instanceof QuantilePolicy.Softening;
    if (progressive && epochs < 2) {
      throw new RequestException(
          policy + " changes q from epoch to epoch and needs at least 2 epochs; epochs=" + epochs);
    }
    return warped(new ByEpoch(policy, epochs), composition);
  }

  private static SchedulerModel model(
      QuantilePolicy.Scheduled scheduled, int m, Sessions sessions) {
    Path graph =
        scheduled
            .graph()
            .orElseThrow(() -> new RequestException("the scheduler's graph is not named"));
    SchedulerModel model = SchedulerModel.open(graph, sessions);
    try {
      model.requireFeatureCount(m);
    } catch (RuntimeException e) {
      model.close();
      throw e;
    }
    return model;
  }

  private static QuantileSource warped(QuantileSource source, Composition composition) {
    return composition.warp() == 1 ? source : new Warped(source, composition);
  }

  /** One q for all rows of an epoch. */
  private record ByEpoch(QuantilePolicy policy, int epochs) implements QuantileSource {
    @Override
    public void quantiles(
        MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
      double progress = (double) unit.epoch() / (epochs - 1);
      Arrays.fill(out, firstRow, firstRow + rows, policy.quantile(progress).orElse(0));
    }
  }

  /** A uniform draw of q for each row. */
  private record RandomRows(long seed) implements QuantileSource {
    @Override
    public void quantiles(
        MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
      for (int row = firstRow; row < firstRow + rows; row++) {
        out[row] = RandomStream.of(seed, "quantile", unit.epoch(), unit.space(), row).nextDouble();
      }
    }
  }

  /** A uniform draw of q for each batch. */
  private record RandomBatches(Composition composition, long seed) implements QuantileSource {
    @Override
    public void quantiles(
        MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
      Arrays.fill(out, firstRow, firstRow + rows, composition.warped(0.5));
    }

    @Override
    public RowQuantile ofBatch(MiningUnit unit, int batch, double[] asked, float[] levels, int m) {
      double quantile =
          RandomStream.of(seed, "batch-quantile", unit.epoch(), unit.space(), batch).nextDouble();
      return row -> composition.warped(quantile);
    }
  }

  /** The quantiles of another source, warped by the composition. */
  private record Warped(QuantileSource source, Composition composition) implements QuantileSource {
    @Override
    public boolean readsLevels() {
      return source.readsLevels();
    }

    @Override
    public void quantiles(
        MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
      source.quantiles(unit, firstRow, rows, levels, at, m, out);
      for (int row = firstRow; row < firstRow + rows; row++) {
        out[row] = composition.warped(out[row]);
      }
    }

    @Override
    public void close() {
      source.close();
    }
  }
}
