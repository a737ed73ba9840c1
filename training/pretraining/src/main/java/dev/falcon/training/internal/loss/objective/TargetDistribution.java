// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;

/**
 * A distribution over possible matches in a batch, by which soft targets are mixed with the own
 * pairs. It carries no gradient.
 */
@FunctionalInterface
public interface TargetDistribution {
  /** Returns the distribution over the other side for every row. */
  Tables of(BatchSimilarities batch);

  /**
   * One distribution per row, in both directions.
   *
   * @param imageToText one row per image, over all captions [rows x rows]
   * @param textToImage one row per caption, over all images [rows x rows]
   */
  record Tables(NDArray imageToText, NDArray textToImage) {}

  /** Returns the distribution of the same row in the other direction (GRIT-VLP). */
  static TargetDistribution otherDirection() {
    return batch ->
        new Tables(
            distribution(batch.textToImage(), batch), distribution(batch.imageToText(), batch));
  }

  /** Returns the uniform distribution (MAFA's S-ITC). */
  static TargetDistribution uniform() {
    return batch -> {
      NDArray even =
          SquareRows.filled(batch.imageToText(), 1f / batch.imageToText().getShape().get(0));
      return new Tables(even, even);
    };
  }

  /**
   * Returns the distribution given by an image's similarity to the other images, and a caption's to
   * the other captions (SoftCLIP).
   */
  static TargetDistribution withinModality() {
    return batch ->
        new Tables(
            distribution(batch.images().matMul(batch.images().transpose()), batch),
            distribution(batch.texts().matMul(batch.texts().transpose()), batch));
  }

  /**
   * Returns the distribution given by another network's similarities in the batch (ALBEF).
   *
   * @param imageToText its cosines, one row per image with all captions [rows x rows]
   */
  static TargetDistribution teacher(NDArray imageToText) {
    return batch ->
        new Tables(distribution(imageToText, batch), distribution(imageToText.transpose(), batch));
  }

  private static NDArray distribution(NDArray cosines, BatchSimilarities batch) {
    return cosines.stopGradient().div(batch.temperature().stopGradient()).softmax(-1);
  }
}
