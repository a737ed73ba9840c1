package dev.falcon.training.internal.framework;

import ai.djl.ndarray.NDArray;
import java.util.Optional;

/**
 * What contrast sees of a batch.
 *
 * @param images unit vectors [rows x width]
 * @param texts unit vectors [rows x width], row by row the images' captions
 * @param temperature 0-d; cosines are divided by it
 * @param bias [1], added to cosines over the temperature by a loss that judges each pair alone;
 *     empty where the network has none
 */
public record BatchVectors(
    NDArray images, NDArray texts, NDArray temperature, Optional<NDArray> bias) {
  /** Of a network without a bias. */
  public BatchVectors(NDArray images, NDArray texts, NDArray temperature) {
    this(images, texts, temperature, Optional.empty());
  }

  /** The number of pairs. */
  public int rows() {
    return (int) texts.getShape().get(0);
  }

  /** Cosines of every image with every caption; gradients reach both [rows x rows]. */
  public NDArray cosines() {
    return images.matMul(texts.transpose());
  }

  /** The same as numbers, row by row; no gradient flows through them. */
  public float[] cosineValues() {
    return images.stopGradient().matMul(texts.stopGradient().transpose()).toFloatArray();
  }

  /** Row-wise log-softmax, image to caption; captions carry no gradient [rows x rows]. */
  public NDArray imageToText() {
    return logProbabilities(images, texts, temperature);
  }

  /** Row-wise log-softmax, caption to image; images carry no gradient [rows x rows]. */
  public NDArray textToImage() {
    return logProbabilities(texts, images, temperature);
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
