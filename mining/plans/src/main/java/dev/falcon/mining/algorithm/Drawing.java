// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.algorithm;

import dev.falcon.data.RandomStream;

/** Draws the next sample of a chain, instead of Algorithm 1's quantile. */
public interface Drawing {
  /**
   * Draws a candidate.
   *
   * @param anchor the index of the sample chosen last, which is not a candidate
   * @param candidates U, not empty
   * @param random the source of the draw
   * @return the candidate's index in the space
   */
  int draw(int anchor, Candidates candidates, RandomStream random);

  /** Returns S[anchor][other], in [-2, 2]. */
  float similarity(int anchor, int other);
}
