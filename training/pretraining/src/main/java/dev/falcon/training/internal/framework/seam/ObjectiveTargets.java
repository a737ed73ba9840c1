// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.Optional;

/**
 * The targets of a batch's losses, once its vectors are known. A reward that compares the losses
 * before and after a step uses the same targets for both, so that only the weights differ.
 */
public interface ObjectiveTargets {
  /** Returns the contrastive loss of these vectors, 0-d. */
  NDArray contrast(BatchVectors vectors);

  /**
   * Returns the contrastive gradient that pushes every image away from other captions [rows x
   * rows], one row per image, 0 on the diagonal; empty if the loss does not provide it.
   */
  default Optional<NDArray> push(BatchVectors vectors) {
    return Optional.empty();
  }

  /** Returns the pairs of the matching loss, in any number; empty for no matching loss. */
  List<LabelledPair> pairs();

  /**
   * Returns further captions for the generative loss besides the batch's own pairs. Their masks
   * have a separate seed, so that the masks of the own pairs, and hence the reward, are not
   * affected.
   */
  default List<ExtraSequence> sequences() {
    return List.of();
  }

  /**
   * Returns the loss of every predicted token of the batch's own pairs.
   *
   * @param logProbabilities the log-probabilities of the vocabulary at predicted tokens [predicted
   *     tokens x vocabulary]
   * @param predicted the correct tokens, int64 [predicted tokens]
   * @return the losses [predicted tokens]
   */
  default NDArray words(NDArray logProbabilities, NDArray predicted) {
    return TokenLosses.of(logProbabilities, predicted);
  }

  /**
   * Returns further metrics of the step, which are recorded under {@code objective}; null for none.
   */
  default Object notes() {
    return null;
  }

  /**
   * A caption that the generative loss predicts from an image, besides the batch's own pairs.
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
   * @param match whether the pair is labelled as a match
   */
  record LabelledPair(int image, int caption, boolean match) {}
}
