package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;

/** A contrastive loss of one batch; its other inputs, if any, are given at construction. */
public interface Contrast {
  /**
   * The mean of both directions, 0-d.
   *
   * @param batch at least two pairs
   */
  NDArray loss(BatchSimilarities batch);

  /**
   * Strength with which every image is pushed from captions of others: the positive part of the
   * gradient of its loss by its logits, at fixed weights. For a softmax loss this is the mass on
   * the negatives. Shows a loss's effect on false negatives long before recall does.
   *
   * @return [rows x rows], one row per image, 0 on the diagonal; without a gradient
   */
  NDArray push(BatchSimilarities batch);
}
