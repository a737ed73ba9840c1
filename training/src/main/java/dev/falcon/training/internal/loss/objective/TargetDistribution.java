package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;

/**
 * A distribution over the matches of a batch's pairs, beside the own pairs. Carries no gradient.
 */
@FunctionalInterface
public interface TargetDistribution {
  /** Distributions over the others for every row. */
  Tables of(BatchSimilarities batch);

  /**
   * One distribution per row, in both directions.
   *
   * @param imageToText [rows x rows], an image's row over all captions
   * @param textToImage [rows x rows], a caption's row over all images
   */
  record Tables(NDArray imageToText, NDArray textToImage) {}

  /** The same row's distribution in the other direction (GRIT-VLP). */
  static TargetDistribution otherDirection() {
    return batch ->
        new Tables(
            distribution(batch.textToImage(), batch), distribution(batch.imageToText(), batch));
  }

  /** Uniform (MAFA's S-ITC). */
  static TargetDistribution uniform() {
    return batch -> {
      NDArray even =
          SquareRows.filled(batch.imageToText(), 1f / batch.imageToText().getShape().get(0));
      return new Tables(even, even);
    };
  }

  /** A picture's similarity to the other pictures, a caption's to the other captions (SoftCLIP). */
  static TargetDistribution withinModality() {
    return batch ->
        new Tables(
            distribution(batch.images().matMul(batch.images().transpose()), batch),
            distribution(batch.texts().matMul(batch.texts().transpose()), batch));
  }

  /**
   * Another network's similarities in the batch (ALBEF).
   *
   * @param imageToText its cosines [rows x rows], an image's row with all captions
   */
  static TargetDistribution teacher(NDArray imageToText) {
    return batch ->
        new Tables(distribution(imageToText, batch), distribution(imageToText.transpose(), batch));
  }

  private static NDArray distribution(NDArray cosines, BatchSimilarities batch) {
    return cosines.stopGradient().div(batch.temperature().stopGradient()).softmax(-1);
  }
}
