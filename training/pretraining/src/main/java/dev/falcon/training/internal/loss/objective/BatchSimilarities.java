// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.seam.BatchVectors;

/**
 * The inputs of contrast for a batch of pairs. The two tables hold the same cosines; they are
 * separate because a gradient may flow through only one side of each.
 *
 * @param imageToText the cosines [rows x rows], one row per image with all captions
 * @param textToImage the cosines [rows x rows], one row per caption with all images
 * @param images the images' unit vectors [rows x width], or several per image, grouped by image
 * @param texts the unit vectors of the images' captions, in the same order [rows x width]
 * @param temperature the temperature, 0-d, above 0
 */
public record BatchSimilarities(
    NDArray imageToText, NDArray textToImage, NDArray images, NDArray texts, NDArray temperature) {

  /**
   * Computes the similarities of a batch's vectors. The contrasted side carries no gradient, as in
   * GRIT-VLP: image-to-text trains only the images, and text-to-image only the captions.
   */
  public static BatchSimilarities of(BatchVectors vectors) {
    return new BatchSimilarities(
        vectors.imageCosines(),
        vectors.textCosines(),
        vectors.images(),
        vectors.texts(),
        vectors.temperature());
  }

  /**
   * Returns the cosines divided by the temperature, one row per image with all captions [rows x
   * rows].
   */
  public NDArray imageLogits() {
    return imageToText.div(temperature);
  }

  /**
   * Returns the cosines divided by the temperature, one row per caption with all images [rows x
   * rows].
   */
  public NDArray textLogits() {
    return textToImage.div(temperature);
  }
}
