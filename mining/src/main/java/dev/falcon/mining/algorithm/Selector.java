package dev.falcon.mining.algorithm;

/** Implements line 8 of Algorithm 1: the candidate of a given rank for an anchor. */
public interface Selector {
  /**
   * The candidate of the given rank in {S[anchor][j] : j in U}, ascending, ties by the lower index.
   *
   * @param anchor index in the space, itself no candidate
   * @param rank from 0 (least similar) to |U| - 1 (most similar)
   */
  Choice select(int anchor, int rank);

  /**
   * A selected candidate.
   *
   * @param index its index in the space
   * @param similarity S[anchor][index], in [-2, 2]
   */
  record Choice(int index, float similarity) {}
}
