// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.algorithm;

/** Implements line 8 of Algorithm 1: selects the candidate of a given rank for an anchor. */
public interface Selector {
  /**
   * Returns the candidate of the given rank in {S[anchor][j] : j in U}, in ascending order; of
   * equal similarities the lower index comes first.
   *
   * @param anchor the anchor's index in the space; the anchor is not a candidate
   * @param rank the rank, from 0 (least similar) to |U| - 1 (most similar)
   */
  Choice select(int anchor, int rank);

  /**
   * A selected candidate.
   *
   * @param index the candidate's index in the space
   * @param similarity S[anchor][index], in [-2, 2]
   */
  record Choice(int index, float similarity) {}
}
