// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import java.util.Arrays;

/** Uniform batches, in the order of the shuffle; the whole epoch is one search space. */
public final class UniformPlan implements EpochBatches {
  private final EpochLayout layout;
  private final int[] order;

  public UniformPlan(EpochLayout layout) {
    this.layout = layout;
    this.order = layout.rows(0);
  }

  @Override
  public int batches() {
    return layout.batches();
  }

  @Override
  public PlannedBatch compose(int number, long step, int[] taken) {
    int size = layout.batch();
    return new PlannedBatch(Arrays.copyOfRange(order, number * size, (number + 1) * size));
  }

  @Override
  public boolean foreseeable() {
    return true;
  }

  @Override
  public int[] taken() {
    return new int[0];
  }
}
