// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.policy;

import dev.falcon.mining.algorithm.RowQuantile;
import java.util.function.Supplier;

/** Supplies the quantiles of every batch. */
@FunctionalInterface
public interface Policy {
  /** A policy in one search space. */
  @FunctionalInterface
  interface OfSpace {
    /** Returns the quantiles of the batch of one step. */
    RowQuantile quantiles(long step);
  }

  /**
   * Enters a search space.
   *
   * @param features the features Ŝ, row by row, computed on demand [rows x m]
   * @param rows the number of rows of the search space
   */
  OfSpace enter(Supplier<float[]> features, int rows);

  /** Returns whether a batch's quantiles depend on the previous step. */
  default boolean learns() {
    return false;
  }
}
