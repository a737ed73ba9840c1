// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.mining.algorithm.RowQuantile;
import java.util.Optional;

/**
 * A composed batch.
 *
 * @param rows the pairs, in the chain's order
 * @param chain the choices; empty for a batch without a chain
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
public record PlannedBatch(int[] rows, Optional<Chain> chain) {
  /** Creates a batch without a chain. */
  public PlannedBatch(int[] rows) {
    this(rows, Optional.empty());
  }

  /**
   * A chain of Algorithm 1.
   *
   * @param composed the choices, in the search space's numbering
   * @param quantiles the policy's quantiles, before the warp
   */
  public record Chain(ComposedBatch composed, RowQuantile quantiles) {}
}
