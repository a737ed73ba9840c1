package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.tensor.Ops;

/** Image-text contrast. */
public final class Contrastive {
  private Contrastive() {}

  /**
   * GRIT-VLP's loss: cross-entropy with the diagonal in both directions, plus a consistency term
   * between the two directions' distributions. The contrasted side carries no gradient:
   * image-to-text trains images only, text-to-image captions only.
   *
   * @param vectors of the batch
   * @param consistency the weight of the consistency term (GRIT-VLP: 0.2)
   * @return 0-d
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

  /** The mean log-probability of each row's own partner. */
  public static NDArray ownProbability(NDArray logProbabilities) {
    NDArray diagonal =
        logProbabilities
            .getManager()
            .arange(0, (int) logProbabilities.getShape().get(0), 1)
            .toType(DataType.INT64, false)
            .expandDims(1);
    return logProbabilities.gather(diagonal, 1).mean();
  }

  /** The mean over rows of the target's expectation of the log-probabilities. */
  public static NDArray expectation(NDArray target, NDArray logProbabilities) {
    return target.stopGradient().exp().mul(logProbabilities).sum(new int[] {1}).mean();
  }
}
