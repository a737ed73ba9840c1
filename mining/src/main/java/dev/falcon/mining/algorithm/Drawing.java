package dev.falcon.mining.algorithm;

import dev.falcon.data.RandomStream;

/** Draws the next sample of a chain, instead of Algorithm 1's quantile. */
public interface Drawing {
  /**
   * A candidate.
   *
   * @param anchor the sample chosen last, itself no candidate
   * @param candidates U, which is not empty
   */
  int draw(int anchor, Candidates candidates, RandomStream random);

  /** S[anchor][other]. */
  float similarity(int anchor, int other);
}
