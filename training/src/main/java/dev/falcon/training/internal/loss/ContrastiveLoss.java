package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.BatchVectors;

/** A contrastive loss that looks at nothing beside the batch. */
@FunctionalInterface
public interface ContrastiveLoss {
  /** The loss of these vectors, 0-d. */
  NDArray of(BatchVectors vectors);
}
