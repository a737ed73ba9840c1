package dev.falcon.mining.algorithm;

/** q of Algorithm 1: how hard the next negative shall be when a given sample is the anchor. */
@FunctionalInterface
public interface RowQuantile {
  /**
   * The anchor's quantile.
   *
   * @param row index in the search space
   * @return in [0, 1]; 0 asks for the least similar candidate, 1 for the most similar
   */
  double of(int row);
}
