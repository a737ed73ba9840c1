package dev.falcon.training.internal.loop;

import dev.falcon.mining.algorithm.ComposedBatch;

/**
 * A composed batch.
 *
 * @param rows the pairs, in the chain's order
 * @param composed how they were chosen, in the search space's numbering; null for a uniform batch
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
record Batch(int[] rows, ComposedBatch composed) {}
