// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.policy;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.BetaDistribution;
import dev.falcon.mining.algorithm.RowQuantile;
import dev.falcon.training.internal.input.Purpose;
import java.util.Arrays;

/**
 * The quantiles of one batch under the scheduler: each anchor's q is drawn from π(· | Ŝ) when it is
 * first used, and then kept. The object uses the weights at the time of its construction and is
 * valid until the next batch.
 */
public final class BatchDraws implements RowQuantile {
  /** The minimum distance of quantiles from 0 and 1, where the density may be infinite or zero. */
  private static final double MARGIN = 1e-6;

  private final RowNetwork network;
  private final Space space;
  private final long seed;
  private final long step;
  private final float[][] distributions; // null until first use
  private final double[] drawn; // NaN until first use

  /**
   * A search space as the input of π.
   *
   * @param features the features Ŝ [rows x m]
   * @param rows number of distributions: one per row, or one for the batch
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Space(float[] features, int rows) {
    /** Returns the index of an anchor's distribution. */
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

  /** Returns an anchor's distribution: alpha and beta. */
  public float[] distribution(int row) {
    int at = space.place(row);
    if (distributions[at] == null) {
      distributions[at] = network.distribution(space.features(), at);
    }
    return distributions[at];
  }
}
