package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.seam.BatchVectors;

/**
 * Inputs of contrast for a batch of pairs. The two tables hold the same cosines; they are separate
 * because a gradient may flow through only one side of each.
 *
 * @param imageToText cosines [rows x rows], one row per image with all captions
 * @param textToImage cosines [rows x rows], one row per caption with all images
 * @param images unit vectors [rows x width], or several per image, grouped by image
 * @param texts unit vectors [rows x width], row by row the images' captions
 * @param temperature 0-d, above 0
 */
public record BatchSimilarities(
    NDArray imageToText, NDArray textToImage, NDArray images, NDArray texts, NDArray temperature) {

  /**
   * Of a batch's vectors. The contrasted side carries no gradient, as in GRIT-VLP: image-to-text
   * trains images only, text-to-image captions only.
   */
  public static BatchSimilarities of(BatchVectors vectors) {
    return new BatchSimilarities(
        vectors.imageCosines(),
        vectors.textCosines(),
        vectors.images(),
        vectors.texts(),
        vectors.temperature());
  }

  /** Cosines over the temperature [rows x rows], an image's with all captions. */
  public NDArray imageLogits() {
    return imageToText.div(temperature);
  }

  /** Cosines over the temperature [rows x rows], a caption's with all images. */
  public NDArray textLogits() {
    return textToImage.div(temperature);
  }
}
