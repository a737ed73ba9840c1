package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import java.util.Optional;

/** A contrastive loss that depends on the batch alone. */
@FunctionalInterface
public interface ContrastiveLoss {
  /** The loss of these vectors, 0-d. */
  NDArray of(BatchVectors vectors);

  /** The loss's {@link Contrast#push}; empty where it is unknown. */
  default Optional<NDArray> push(BatchVectors vectors) {
    return Optional.empty();
  }

  /** A loss by the similarities of the vectors, of which the contrasted side has no gradient. */
  static ContrastiveLoss of(Contrast contrast) {
    return new OfSimilarities(contrast);
  }

  /**
   * See {@link #of(Contrast)}.
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
