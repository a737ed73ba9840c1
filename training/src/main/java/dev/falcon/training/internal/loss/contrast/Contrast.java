package dev.falcon.training.internal.loss.contrast;

import ai.djl.ndarray.NDArray;

/** A contrastive loss of one batch. Where it looks at more than the batch, that was given to it. */
public interface Contrast {
  /**
   * The mean of both directions, 0-d.
   *
   * @param batch at least two pairs
   */
  NDArray loss(Similarities batch);
}
