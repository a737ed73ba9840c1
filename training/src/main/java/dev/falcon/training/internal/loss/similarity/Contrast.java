package dev.falcon.training.internal.loss.similarity;

import ai.djl.ndarray.NDArray;

/** A contrastive loss of one batch. Where it looks at more than the batch, that was given to it. */
public interface Contrast {
  /**
   * The mean of both directions, 0-d.
   *
   * @param batch at least two pairs
   */
  NDArray loss(BatchSimilarities batch);

  /**
   * How strongly every image is pushed away from the captions that are not its own: the part above
   * 0 of the gradient of its loss by its logits, weights held. Where the loss is a softmax this is
   * the mass that falls on the negatives. Says what a loss does to false negatives long before
   * recall does.
   *
   * @return [rows x rows], a row an image's, 0 on the diagonal; without a gradient
   */
  NDArray push(BatchSimilarities batch);
}
