// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import dev.falcon.data.RandomStream;

/** A method that orders a search space's samples so that consecutive samples make good batches. */
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
