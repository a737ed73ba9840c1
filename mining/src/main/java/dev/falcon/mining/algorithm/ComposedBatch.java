package dev.falcon.mining.algorithm;

/**
 * One mini-batch 𝓘 in the order in which Algorithm 1 chose it; all arrays have one entry per
 * member.
 *
 * @param members indices in the search space
 * @param anchors the member whose quantile chose this one; -1 where it was drawn uniformly (the
 *     batch's first, and all of a uniform batch)
 * @param quantiles the anchor's q in [0, 1]; NaN where there is no anchor
 * @param ranks the rank taken among the candidates, 0 the least similar; -1 where there is no
 *     anchor
 * @param candidates |U| when the member was chosen
 * @param similarities S[anchor][member] in [-2, 2]; NaN where there is no anchor
 */
public record ComposedBatch(
    int[] members,
    int[] anchors,
    double[] quantiles,
    int[] ranks,
    int[] candidates,
    float[] similarities) {

  /** Number of members. */
  public int size() {
    return members.length;
  }
}
