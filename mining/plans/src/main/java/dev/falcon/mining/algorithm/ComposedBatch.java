// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.algorithm;

/**
 * One mini-batch 𝓘. All arrays have one entry per member, in the order in which Algorithm 1 chose
 * the members.
 *
 * @param members the members' indices in the search space
 * @param anchors the index of the member whose quantile chose this one; -1 for a member that was
 *     drawn uniformly (the batch's first, and all of a uniform batch)
 * @param quantiles the anchor's q, in [0, 1]; NaN without an anchor
 * @param ranks the member's rank among the candidates, from 0 for the least similar; -1 without an
 *     anchor
 * @param candidates |U| when the member was chosen
 * @param similarities S[anchor][member], in [-2, 2]; NaN without an anchor
 */
public record ComposedBatch(
    int[] members,
    int[] anchors,
    double[] quantiles,
    int[] ranks,
    int[] candidates,
    float[] similarities) {

  /** Returns the number of members. */
  public int size() {
    return members.length;
  }
}
