package dev.falcon.training.internal.loss.contrast;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.BatchVectors;

/**
 * What contrast sees of a batch of pairs. The two tables hold the same cosines; they are apart
 * because a gradient may flow through one side of each only.
 *
 * @param imageToText cosines [rows x rows], a row an image's with all captions
 * @param textToImage cosines [rows x rows], a row a caption's with all images
 * @param images unit vectors [rows x width], or some an image, one after another
 * @param texts unit vectors [rows x width], row by row the images' captions
 * @param temperature 0-d, above 0
 */
public record Similarities(
    NDArray imageToText, NDArray textToImage, NDArray images, NDArray texts, NDArray temperature) {

  /**
   * Of a batch's vectors. The contrasted side carries no gradient, as in GRIT-VLP: image-to-text
   * trains images only, text-to-image captions only.
   */
  public static Similarities of(BatchVectors vectors) {
    return new Similarities(
        vectors.imageCosines(),
        vectors.textCosines(),
        vectors.images(),
        vectors.texts(),
        vectors.temperature());
  }

  /** Cosines over the temperature [rows x rows], an image's with all captions. */
  NDArray imageLogits() {
    return imageToText.div(temperature);
  }

  /** Cosines over the temperature [rows x rows], a caption's with all images. */
  NDArray textLogits() {
    return textToImage.div(temperature);
  }
}
