package dev.falcon.training.internal.loop;

import java.util.Arrays;

/** Batches in the shuffle's order: the whole epoch is one search space of uniform draws. */
final class UniformPlan implements BatchPlan {
  private final EpochLayout layout;
  private final int[] order;

  UniformPlan(EpochLayout layout) {
    this.layout = layout;
    this.order = layout.rows(0);
  }

  @Override
  public int batches() {
    return layout.batches();
  }

  @Override
  public Batch compose(int number, long step, int[] taken) {
    int size = layout.batch();
    return new Batch(Arrays.copyOfRange(order, number * size, (number + 1) * size), null);
  }

  @Override
  public int[] taken() {
    return new int[0];
  }
}
