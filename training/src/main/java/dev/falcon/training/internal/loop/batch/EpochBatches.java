package dev.falcon.training.internal.loop.batch;

/** The batches of one epoch, composed one at a time while the network learns. */
public interface EpochBatches {
  /** Number of batches of the epoch. */
  int batches();

  /**
   * Composes a batch. Batches are requested in order, but an epoch may start in its middle; {@code
   * taken} then contains the used pairs of the search space.
   *
   * @param number counted from 0
   * @param step the run's step of the batch
   * @param taken pairs that earlier batches of the same search space took; used only if this plan
   *     has not composed them itself
   */
  PlannedBatch compose(int number, long step, int[] taken);

  /** Returns whether batches are independent of training, so that they can be prefetched. */
  boolean foreseeable();

  /** The pairs that batches of the current search space have taken so far. */
  int[] taken();
}
