// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import java.util.Optional;

/** A contrastive loss that depends only on the batch. */
@FunctionalInterface
public interface ContrastiveLoss {
  /** Returns the loss of these vectors, 0-d. */
  NDArray of(BatchVectors vectors);

  /** Returns the loss's {@link Contrast#push}; empty if it is unknown. */
  default Optional<NDArray> push(BatchVectors vectors) {
    return Optional.empty();
  }

  /**
   * Returns a loss that is computed from the similarities of the vectors, of which the contrasted
   * side carries no gradient.
   */
  static ContrastiveLoss of(Contrast contrast) {
    return new OfSimilarities(contrast);
  }

  /**
   * The implementation of {@link #of(Contrast)}.
   *
   * @param contrast the loss
   */
  record OfSimilarities(Contrast contrast) implements ContrastiveLoss {
    @Override
    public NDArray of(BatchVectors vectors) {
      return contrast.loss(BatchSimilarities.of(vectors));
    }

    @Override
    public Optional<NDArray> push(BatchVectors vectors) {
      return Optional.of(contrast.push(BatchSimilarities.of(vectors)));
    }
  }
}
