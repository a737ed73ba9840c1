package dev.falcon.training.internal.loop.batch;

/** The batches of one epoch, composed one at a time while the network learns. */
public interface EpochBatches {
  /** How many batches the epoch has. */
  int batches();

  /**
   * Composes a batch. Batches are asked for in order, but an epoch may begin in its middle, where
   * {@code taken} says which pairs of the search space are gone.
   *
   * @param number counted from 0
   * @param step the run's step that the batch is for
   * @param taken pairs that earlier batches of the same search space took; looked at only where
   *     this plan has not composed them itself
   */
  PlannedBatch compose(int number, long step, int[] taken);

  /** Whether no batch hangs on what the step of the batch before it teaches. */
  boolean foreseeable();

  /** The pairs that batches of the current search space have taken so far. */
  int[] taken();
}
