// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

/** The batches of one epoch, composed one at a time while the network learns. */
public interface EpochBatches {
  /** Returns the number of batches of the epoch. */
  int batches();

  /**
   * Composes a batch. Batches are requested in order, but a resumed epoch may start in its middle;
   * {@code taken} then contains the pairs of the search space that are already used.
   *
   * @param number the number of the batch, counted from 0
   * @param step the step of the batch in the run
   * @param taken the pairs that earlier batches of the same search space took; used only if this
   *     plan has not composed these batches itself
   */
  PlannedBatch compose(int number, long step, int[] taken);

  /** Returns whether batches are independent of training, so that they can be prefetched. */
  boolean foreseeable();

  /** Returns the pairs that batches of the current search space have taken so far. */
  int[] taken();
}
