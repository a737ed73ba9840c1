package dev.falcon.mining.internal;

import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.statistics.BetaDistribution;
import dev.falcon.mining.QuantileFeatures;
import dev.falcon.mining.QuantilePolicy;
import dev.falcon.onnx.BetaParameters;
import dev.falcon.onnx.SchedulerModel;
import dev.falcon.onnx.Sessions;
import java.util.Arrays;

/** A policy made ready for one run: gives every row of a search space its q. Thread-safe. */
public interface QuantileSource extends AutoCloseable {
  /**
   * The quantiles of consecutive rows.
   *
   * @param unit the search space
   * @param firstRow the first row's index in the space
   * @param levels quantiles of the rows of S, [rows x m] from {@code at}
   * @param out receives [rows] values in [0, 1] from {@code firstRow}
   */
  void quantiles(
      MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out);

  @Override
  default void close() {}

  /** Opens what the policy needs, and checks it against the request. */
  static QuantileSource open(
      QuantilePolicy policy, int epochs, long seed, int m, Sessions sessions) {
    if (policy instanceof QuantilePolicy.Scheduled scheduled) {
      SchedulerModel model = SchedulerModel.open(scheduled.model(), sessions);
      try {
        model.requireFeatureCount(m);
      } catch (RuntimeException e) {
        model.close();
        throw e;
      }
      return new Learned(model, scheduled.draw(), seed);
    }
    boolean progressive =
        policy instanceof QuantilePolicy.Hardening || policy instanceof QuantilePolicy.Softening;
    if (progressive && epochs < 2) {
      throw new RequestException(
          policy + " changes q from epoch to epoch and needs at least 2 epochs; epochs=" + epochs);
    }
    return new ByEpoch(policy, epochs);
  }

  /** One q for all rows of an epoch. */
  record ByEpoch(QuantilePolicy policy, int epochs) implements QuantileSource {
    @Override
    public void quantiles(
        MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
      Arrays.fill(out, firstRow, firstRow + rows, quantile(unit.epoch()));
    }

    private double quantile(int epoch) {
      if (policy instanceof QuantilePolicy.Fixed fixed) {
        return fixed.quantile();
      }
      double progress = (double) epoch / (epochs - 1);
      return policy instanceof QuantilePolicy.Hardening ? progress : 1 - progress;
    }
  }

  /** q from the scheduler's Beta distribution; each row has a random stream of its own. */
  record Learned(SchedulerModel model, QuantilePolicy.Draw draw, long seed)
      implements QuantileSource {
    @Override
    public void quantiles(
        MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
      float[] table = Arrays.copyOfRange(levels, at, at + rows * m);
      BetaParameters beta = model.evaluate(QuantileFeatures.softmax(table, m), rows);
      for (int r = 0; r < rows; r++) {
        int row = firstRow + r;
        out[row] = take(beta.alpha()[r], beta.beta()[r], unit, row);
      }
    }

    private double take(double alpha, double beta, MiningUnit unit, int row) {
      return switch (draw) {
        case SAMPLE ->
            BetaDistribution.draw(
                alpha, beta, RandomStream.of(seed, "quantile", unit.epoch(), unit.space(), row));
        case MODE -> BetaDistribution.mode(alpha, beta);
        case MEAN -> BetaDistribution.mean(alpha, beta);
      };
    }

    @Override
    public void close() {
      model.close();
    }
  }
}
