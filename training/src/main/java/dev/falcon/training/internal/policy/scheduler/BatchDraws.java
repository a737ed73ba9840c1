package dev.falcon.training.internal.policy.scheduler;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.BetaDistribution;
import dev.falcon.mining.algorithm.RowQuantile;
import dev.falcon.training.internal.random.Purpose;
import java.util.Arrays;

/**
 * The quantiles of one batch under the scheduler: q of every anchor is drawn from π(· | Ŝ) when it
 * is first asked for, and stays. It holds for the weights of the moment it was made, until the
 * scheduler is asked for the next batch's.
 */
public final class BatchDraws implements RowQuantile {
  /** Quantiles are kept so far from 0 and 1, where the density is infinite or zero. */
  private static final double MARGIN = 1e-6;

  private final RowNetwork network;
  private final Space space;
  private final long seed;
  private final long step;
  private final float[][] distributions; // null where not asked for
  private final double[] drawn; // NaN where not asked for

  /**
   * A search space as π sees it.
   *
   * @param features Ŝ [rows x m]
   * @param rows that have a distribution of their own: all, or one for the batch
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Space(float[] features, int rows) {
    /** Where an anchor's distribution is. */
    int place(int row) {
      return rows == 1 ? 0 : row;
    }
  }

  BatchDraws(RowNetwork network, Space space, long seed, long step) {
    this.network = network;
    this.space = space;
    this.seed = seed;
    this.step = step;
    this.distributions = new float[space.rows()][];
    this.drawn = new double[space.rows()];
    Arrays.fill(drawn, Double.NaN);
  }

  Space space() {
    return space;
  }

  @Override
  public double of(int row) {
    int at = space.place(row);
    if (Double.isNaN(drawn[at])) {
      RandomStream random = Purpose.QUANTILE.at(seed, step, at);
      float[] distribution = distribution(row);
      double quantile = BetaDistribution.draw(distribution[0], distribution[1], random);
      drawn[at] = Math.max(MARGIN, Math.min(1 - MARGIN, quantile));
    }
    return drawn[at];
  }

  /** An anchor's distribution: alpha and beta. */
  public float[] distribution(int row) {
    int at = space.place(row);
    if (distributions[at] == null) {
      distributions[at] = network.distribution(space.features(), at);
    }
    return distributions[at];
  }
}
