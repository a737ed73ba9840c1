package dev.falcon.training.internal.framework.decision;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.Optional;

/**
 * What a batch's losses pull towards, once its vectors are known. A reward that compares losses
 * before and after a step uses the same decision twice, so that nothing but the weights differs.
 */
public interface Decision {
  /** The contrastive loss of these vectors, 0-d. */
  NDArray contrast(BatchVectors vectors);

  /**
   * How strongly contrast pushes every image from the captions that are not its own [rows x rows],
   * a row an image's, 0 on the diagonal; empty where the loss does not say.
   */
  default Optional<NDArray> push(BatchVectors vectors) {
    return Optional.empty();
  }

  /** The pairs that matching judges, any number of them; empty for no matching loss. */
  List<LabelledPair> pairs();

  /**
   * Captions that the generative loss tells beside the batch's own pairs; their masks have a seed
   * of their own, so that the own pairs' masks, and with them the reward, stay what they are.
   */
  default List<ExtraSequence> sequences() {
    return List.of();
  }

  /**
   * The loss of every word of the batch's own pairs that is to be told.
   *
   * @param logProbabilities of all words where one is to be told [told words x vocabulary]
   * @param told int64, the words that are right
   * @return [told words]
   */
  default NDArray words(NDArray logProbabilities, NDArray told) {
    return TokenLosses.of(logProbabilities, told);
  }

  /** What is worth a place in the step's metrics, under {@code objective}; null for nothing. */
  default Object notes() {
    return null;
  }
}
