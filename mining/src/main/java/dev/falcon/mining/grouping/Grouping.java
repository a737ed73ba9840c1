package dev.falcon.mining.grouping;

import dev.falcon.data.RandomStream;

/** A way to put a search space's samples in an order whose consecutive runs make good batches. */
public interface Grouping {
  /**
   * The order.
   *
   * @param random decides what the method leaves to chance
   * @return every sample of the space once
   */
  int[] order(GroupingSpace space, RandomStream random);
}
