// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import java.util.Optional;

/**
 * A batch's contrastive vectors.
 *
 * @param images the images' unit vectors [rows x width], or several per image, grouped by image
 * @param texts the unit vectors of the images' captions, in the same order [rows x width]
 * @param temperature the temperature by which cosines are divided, 0-d
 * @param bias the bias that a loss over single pairs adds to the logits [1]; empty if the network
 *     has none
 */
public record BatchVectors(
    NDArray images, NDArray texts, NDArray temperature, Optional<NDArray> bias) {
  /** Creates the vectors of a network without a bias. */
  public BatchVectors(NDArray images, NDArray texts, NDArray temperature) {
    this(images, texts, temperature, Optional.empty());
  }

  /** Returns the same values, without gradients. */
  public BatchVectors held() {
    return new BatchVectors(
        images.stopGradient(),
        texts.stopGradient(),
        temperature.stopGradient(),
        bias.map(NDArray::stopGradient));
  }

  /** Returns the number of pairs. */
  public int rows() {
    return (int) texts.getShape().get(0);
  }

  /** Returns the number of contrastive vectors per image. */
  private int perImage() {
    return (int) (images.getShape().get(0) / texts.getShape().get(0));
  }

  /** Returns the cosines of every image with every caption; gradients reach both [rows x rows]. */
  public NDArray cosines() {
    return ofImages(images, texts, perImage());
  }

  /**
   * Returns the cosines of images with captions. For an image with several vectors (BLIP-2), this
   * is the highest of their cosines, and only that one has a gradient.
   *
   * @param images the images' unit vectors [images * perImage x width]
   * @param texts the captions' unit vectors [captions x width]
   * @return the cosines [images x captions]
   */
  public static NDArray ofImages(NDArray images, NDArray texts, int perImage) {
    NDArray all = images.matMul(texts.transpose());
    if (perImage == 1) {
      return all;
    }
    long captions = texts.getShape().get(0);
    return all.reshape(new Shape(-1, perImage, captions)).max(new int[] {1});
  }

  /** Returns the transpose of {@link #ofImages} [captions x images]. */
  public static NDArray ofTexts(NDArray texts, NDArray images, int perImage) {
    NDArray all = texts.matMul(images.transpose());
    if (perImage == 1) {
      return all;
    }
    long captions = texts.getShape().get(0);
    return all.reshape(new Shape(captions, -1, perImage)).max(new int[] {2});
  }

  /** Returns the values of {@link #cosines} row by row, without gradients. */
  public float[] cosineValues() {
    return ofImages(images.stopGradient(), texts.stopGradient(), perImage()).toFloatArray();
  }

  /**
   * Returns the row-wise log-softmax from images to captions; captions carry no gradient [rows x
   * rows].
   */
  public NDArray imageToText() {
    return imageCosines().div(temperature).logSoftmax(-1);
  }

  /**
   * Returns the row-wise log-softmax from captions to images; images carry no gradient [rows x
   * rows].
   */
  public NDArray textToImage() {
    return textCosines().div(temperature).logSoftmax(-1);
  }

  /** Returns the cosines [rows x rows], one row per image; captions carry no gradient. */
  public NDArray imageCosines() {
    return ofImages(images, texts.stopGradient(), perImage());
  }

  /** Returns the cosines [rows x rows], one row per caption; images carry no gradient. */
  public NDArray textCosines() {
    return ofTexts(texts, images.stopGradient(), perImage());
  }

  /**
   * Returns the row-wise log-softmax of cosines divided by the temperature [rows x others].
   *
   * @param to the contrasted side, which carries no gradient
   */
  public static NDArray logProbabilities(NDArray from, NDArray to, NDArray temperature) {
    return from.matMul(to.stopGradient().transpose()).div(temperature).logSoftmax(-1);
  }
}
