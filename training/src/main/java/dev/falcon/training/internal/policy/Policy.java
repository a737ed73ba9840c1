package dev.falcon.training.internal.policy;

import dev.falcon.mining.algorithm.RowQuantile;

/** Gives every batch its quantiles. */
public interface Policy {
  /**
   * A new search space is begun: its Ŝ are these, row by row [rows x m]; empty if not asked for.
   */
  default void enter(float[] features, int rows) {}

  /** Whether the policy wants the quantile features of a search space. */
  default boolean wantsFeatures() {
    return false;
  }

  /** The quantiles of the batch of one step. */
  RowQuantile quantiles(long step);
}
