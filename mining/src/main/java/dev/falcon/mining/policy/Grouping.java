package dev.falcon.mining.policy;

import dev.falcon.data.RandomStream;

/** An order of a search space's samples whose consecutive runs make good batches. */
public interface Grouping {
  /**
   * Returns the order.
   *
   * @param space the search space
   * @param random the source of the method's random choices
   * @return the index of every sample of the space, each once
   */
  int[] order(GroupingSpace space, RandomStream random);
}
