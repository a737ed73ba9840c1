// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.algorithm;

/** q of Algorithm 1: the hardness of the next negative when a given sample is the anchor. */
@FunctionalInterface
public interface RowQuantile {
  /**
   * Returns the anchor's quantile.
   *
   * @param row the anchor's index in the search space
   * @return q, in [0, 1]; 0 selects the least similar candidate, 1 the most similar
   */
  double of(int row);
}
