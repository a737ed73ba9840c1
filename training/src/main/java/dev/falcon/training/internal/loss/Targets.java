package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;

/** What the losses of a batch pull towards. */
public sealed interface Targets permits InBatch, MomentumTargets {
  /**
   * The contrastive loss, 0-d.
   *
   * @param images unit vectors [rows x width]
   * @param texts unit vectors [rows x width], row by row the images' captions
   * @param temperature 0-d
   */
  NDArray contrast(NDArray images, NDArray texts, NDArray temperature);

  /** Matching's negatives; vectors as in {@link #contrast}. */
  Negatives negatives(NDArray images, NDArray texts);

  /**
   * The loss of every hidden word.
   *
   * @param logProbabilities of all words at the hidden positions [hidden words x vocabulary]
   * @param hidden int64, the words that were there
   * @return [hidden words]
   */
  NDArray words(NDArray logProbabilities, NDArray hidden);
}
