// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.tensor.Ops;

/** Computes image-text contrast. */
public final class Contrastive {
  private Contrastive() {}

  /**
   * Returns GRIT-VLP's loss: the cross-entropy with the diagonal as target in both directions, plus
   * a consistency term between the distributions of the two directions. The contrasted side carries
   * no gradient: image-to-text trains only the images, and text-to-image only the captions.
   *
   * @param vectors the vectors of the batch
   * @param consistency the weight of the consistency term (GRIT-VLP: 0.2)
   * @return the loss, 0-d
   */
  public static NDArray loss(BatchVectors vectors, float consistency) {
    NDArray imageToText = vectors.imageToText();
    NDArray textToImage = vectors.textToImage();
    NDArray hard = ownProbability(imageToText).add(ownProbability(textToImage));
    NDArray loss = Ops.scale(hard, -0.5f);
    if (consistency == 0) {
      return loss;
    }
    NDArray agreement =
        expectation(textToImage, imageToText).add(expectation(imageToText, textToImage));
    return loss.add(Ops.scale(agreement, -0.5f * consistency));
  }

  /** Returns the mean log-probability of each row's own partner. */
  public static NDArray ownProbability(NDArray logProbabilities) {
    NDArray diagonal =
        logProbabilities
            .getManager()
            .arange(0, (int) logProbabilities.getShape().get(0), 1)
            .toType(DataType.INT64, false)
            .expandDims(1);
    return logProbabilities.gather(diagonal, 1).mean();
  }

  /** Returns the mean over rows of the target's expectation of the log-probabilities. */
  public static NDArray expectation(NDArray target, NDArray logProbabilities) {
    return target.stopGradient().exp().mul(logProbabilities).sum(new int[] {1}).mean();
  }
}
