package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import java.util.Optional;

/**
 * A batch's contrastive vectors.
 *
 * @param images unit vectors [rows x width], or several per image, grouped by image
 * @param texts unit vectors [rows x width], row by row the images' captions
 * @param temperature 0-d; cosines are divided by it
 * @param bias [1], added to the logits by a loss over single pairs; empty where the network has
 *     none
 */
public record BatchVectors(
    NDArray images, NDArray texts, NDArray temperature, Optional<NDArray> bias) {
  /** Of a network without a bias. */
  public BatchVectors(NDArray images, NDArray texts, NDArray temperature) {
    this(images, texts, temperature, Optional.empty());
  }

  /** The same values, without gradients. */
  public BatchVectors held() {
    return new BatchVectors(
        images.stopGradient(),
        texts.stopGradient(),
        temperature.stopGradient(),
        bias.map(NDArray::stopGradient));
  }

  /** The number of pairs. */
  public int rows() {
    return (int) texts.getShape().get(0);
  }

  /** Number of contrastive vectors per image. */
  private int perImage() {
    return (int) (images.getShape().get(0) / texts.getShape().get(0));
  }

  /** Cosines of every image with every caption; gradients reach both [rows x rows]. */
  public NDArray cosines() {
    return ofImages(images, texts, perImage());
  }

  /**
   * Cosines of images with captions. An image with several vectors takes the highest of theirs
   * (BLIP-2), the only one with a gradient.
   *
   * @param images unit vectors [images * perImage x width]
   * @param texts unit vectors [captions x width]
   * @return [images x captions]
   */
  public static NDArray ofImages(NDArray images, NDArray texts, int perImage) {
    NDArray all = images.matMul(texts.transpose());
    if (perImage == 1) {
      return all;
    }
    long captions = texts.getShape().get(0);
    return all.reshape(new Shape(-1, perImage, captions)).max(new int[] {1});
  }

  /** The cosines of {@link #ofImages} transposed [captions x images]. */
  public static NDArray ofTexts(NDArray texts, NDArray images, int perImage) {
    NDArray all = texts.matMul(images.transpose());
    if (perImage == 1) {
      return all;
    }
    long captions = texts.getShape().get(0);
    return all.reshape(new Shape(captions, -1, perImage)).max(new int[] {2});
  }

  /** The values row by row, without gradients. */
  public float[] cosineValues() {
    return ofImages(images.stopGradient(), texts.stopGradient(), perImage()).toFloatArray();
  }

  /** Row-wise log-softmax, image to caption; captions carry no gradient [rows x rows]. */
  public NDArray imageToText() {
    return imageCosines().div(temperature).logSoftmax(-1);
  }

  /** Row-wise log-softmax, caption to image; images carry no gradient [rows x rows]. */
  public NDArray textToImage() {
    return textCosines().div(temperature).logSoftmax(-1);
  }

  /** Cosines [rows x rows], one row per image; captions carry no gradient. */
  public NDArray imageCosines() {
    return ofImages(images, texts.stopGradient(), perImage());
  }

  /** Cosines [rows x rows], one row per caption; images carry no gradient. */
  public NDArray textCosines() {
    return ofTexts(texts, images.stopGradient(), perImage());
  }

  /**
   * Row-wise log-softmax of cosines over the temperature [rows x others].
   *
   * @param to the contrasted side, which carries no gradient
   */
  public static NDArray logProbabilities(NDArray from, NDArray to, NDArray temperature) {
    return from.matMul(to.stopGradient().transpose()).div(temperature).logSoftmax(-1);
  }
}
