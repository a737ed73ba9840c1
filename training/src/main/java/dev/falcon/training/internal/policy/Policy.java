package dev.falcon.training.internal.policy;

import dev.falcon.mining.algorithm.RowQuantile;
import java.util.function.Supplier;

/** Gives every batch its quantiles. */
@FunctionalInterface
public interface Policy {
  /** A policy in one search space. */
  @FunctionalInterface
  interface OfSpace {
    /** The quantiles of the batch of one step. */
    RowQuantile quantiles(long step);
  }

  /**
   * Begins a search space.
   *
   * @param features its Ŝ, row by row [rows x m]; worked out when they are asked for
   */
  OfSpace enter(Supplier<float[]> features, int rows);

  /** Whether the quantiles of a batch hang on what the step before has taught. */
  default boolean learns() {
    return false;
  }
}
