package dev.falcon.training.internal.loop.batch;

import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.mining.algorithm.RowQuantile;
import java.util.Optional;

/**
 * A composed batch.
 *
 * @param rows the pairs, in the chain's order
 * @param chain how they were chosen; empty for a batch of no chain
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
public record PlannedBatch(int[] rows, Optional<Chain> chain) {
  /** A batch that is no chain. */
  public PlannedBatch(int[] rows) {
    this(rows, Optional.empty());
  }

  /**
   * A chain of Algorithm 1.
   *
   * @param composed how the pairs were chosen, in the search space's numbering
   * @param quantiles what the policy gave, before the warp
   */
  public record Chain(ComposedBatch composed, RowQuantile quantiles) {}
}
