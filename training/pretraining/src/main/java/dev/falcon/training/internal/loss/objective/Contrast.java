// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;

/** A contrastive loss for one batch; its other inputs, if any, are passed at construction. */
public interface Contrast {
  /**
   * Returns the mean of both directions, 0-d.
   *
   * @param batch the similarities of at least two pairs
   */
  NDArray loss(BatchSimilarities batch);

  /**
   * Returns the strength with which every image is pushed away from the captions of other images:
   * the positive part of the gradient of its loss with respect to its logits, at fixed weights. For
   * a softmax loss, this is the mass on the negatives. It shows the effect of a loss on false
   * negatives long before recall does.
   *
   * @return the push, without a gradient; one row per image, 0 on the diagonal [rows x rows]
   */
  NDArray push(BatchSimilarities batch);
}
