package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.Optional;

/**
 * The targets of a batch's losses, once its vectors are known. A reward that compares losses before
 * and after a step uses the same targets twice, so that only the weights differ.
 */
public interface ObjectiveTargets {
  /** The contrastive loss of these vectors, 0-d. */
  NDArray contrast(BatchVectors vectors);

  /**
   * The contrastive gradient that pushes every image from other captions [rows x rows], a row per
   * image, 0 on the diagonal; empty where the loss does not provide it.
   */
  default Optional<NDArray> push(BatchVectors vectors) {
    return Optional.empty();
  }

  /** The pairs of the matching loss, any number of them; empty for no matching loss. */
  List<LabelledPair> pairs();

  /**
   * Further captions of the generative loss beside the batch's own pairs; their masks have a
   * separate seed, so that the own pairs' masks, and with them the reward, are unaffected.
   */
  default List<ExtraSequence> sequences() {
    return List.of();
  }

  /**
   * The loss of every predicted token of the batch's own pairs.
   *
   * @param logProbabilities of the vocabulary at predicted tokens [predicted tokens x vocabulary]
   * @param predicted int64, the correct tokens
   * @return [predicted tokens]
   */
  default NDArray words(NDArray logProbabilities, NDArray predicted) {
    return TokenLosses.of(logProbabilities, predicted);
  }

  /** Further metrics of the step, under {@code objective}; null for none. */
  default Object notes() {
    return null;
  }

  /**
   * A caption that the generative loss predicts from an image beside the batch's own pairs.
   *
   * @param image the batch row of the image
   * @param caption the batch row of the caption
   */
  record ExtraSequence(int image, int caption) {}

  /**
   * A pair of the matching loss.
   *
   * @param image the batch row of the image
   * @param caption the batch row of the caption
   * @param match the correct answer
   */
  record LabelledPair(int image, int caption, boolean match) {}
}
