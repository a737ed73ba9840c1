package dev.falcon.training.internal.loss.mafa;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.SquareRows;
import dev.falcon.training.internal.tensor.Ops;

/**
 * Cross-entropy with given targets, each row mixed with uniform: {@code (1 - α) T + α / B}. MAFA's
 * S-ITC (Byun et al., CVPR 2024).
 *
 * @param imageToText T of the images [rows x rows], every row of sum 1
 * @param textToImage T of the captions [rows x rows], every row of sum 1
 * @param smoothing α, in [0, 1]
 */
public record GivenTargets(NDArray imageToText, NDArray textToImage, float smoothing)
    implements Contrast {
  @Override
  public NDArray loss(BatchSimilarities batch) {
    return SquareRows.mean(
        SquareRows.crossEntropy(batch.imageLogits(), smoothed(imageToText)),
        SquareRows.crossEntropy(batch.textLogits(), smoothed(textToImage)));
  }

  @Override
  public NDArray push(BatchSimilarities batch) {
    return SquareRows.push(batch.imageLogits(), smoothed(imageToText));
  }

  private NDArray smoothed(NDArray targets) {
    float even = smoothing / targets.getShape().get(0);
    return Ops.shift(Ops.scale(targets, 1 - smoothing), even);
  }
}
