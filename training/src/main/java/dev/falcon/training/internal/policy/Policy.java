package dev.falcon.training.internal.policy;

import dev.falcon.mining.algorithm.RowQuantile;
import java.util.function.Supplier;

/** Supplies every batch's quantiles. */
@FunctionalInterface
public interface Policy {
  /** A policy in one search space. */
  @FunctionalInterface
  interface OfSpace {
    /** The quantiles of the batch of one step. */
    RowQuantile quantiles(long step);
  }

  /**
   * Enters a search space.
   *
   * @param features its Ŝ, row by row [rows x m]; computed on demand
   */
  OfSpace enter(Supplier<float[]> features, int rows);

  /** Returns whether a batch's quantiles depend on the previous step. */
  default boolean learns() {
    return false;
  }
}
