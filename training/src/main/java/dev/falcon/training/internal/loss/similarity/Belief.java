package dev.falcon.training.internal.loss.similarity;

import ai.djl.ndarray.NDArray;

/** What is believed of a batch's pairs beside that the own ones match. Carries no gradient. */
@FunctionalInterface
public interface Belief {
  /** Distributions over the others for every row. */
  Tables of(BatchSimilarities batch);

  /**
   * A distribution a row, in both directions.
   *
   * @param imageToText [rows x rows], a row an image's over all captions
   * @param textToImage [rows x rows], a row a caption's over all images
   */
  record Tables(NDArray imageToText, NDArray textToImage) {}

  /** The same row's distribution in the other direction (GRIT-VLP). */
  static Belief otherDirection() {
    return batch ->
        new Tables(
            distribution(batch.textToImage(), batch), distribution(batch.imageToText(), batch));
  }

  /** Everything alike (MAFA's S-ITC). */
  static Belief uniform() {
    return batch -> {
      NDArray even =
          SquareRows.filled(batch.imageToText(), 1f / batch.imageToText().getShape().get(0));
      return new Tables(even, even);
    };
  }

  /** A picture's similarity to the other pictures, a caption's to the other captions (SoftCLIP). */
  static Belief withinModality() {
    return batch ->
        new Tables(
            distribution(batch.images().matMul(batch.images().transpose()), batch),
            distribution(batch.texts().matMul(batch.texts().transpose()), batch));
  }

  /**
   * What another network sees in the batch (ALBEF).
   *
   * @param imageToText its cosines [rows x rows], a row an image's with all captions
   */
  static Belief teacher(NDArray imageToText) {
    return batch ->
        new Tables(distribution(imageToText, batch), distribution(imageToText.transpose(), batch));
  }

  private static NDArray distribution(NDArray cosines, BatchSimilarities batch) {
    return cosines.stopGradient().div(batch.temperature().stopGradient()).softmax(-1);
  }
}
