package dev.falcon.mining.policy;

import dev.falcon.data.RandomStream;

/** An order of a search space's samples whose consecutive runs make good batches. */
public interface Grouping {
  /**
   * The order.
   *
   * @param random source of the method's random choices
   * @return every sample of the space once
   */
  int[] order(GroupingSpace space, RandomStream random);
}
