// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.mafa;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.SquareRows;
import dev.falcon.training.internal.tensor.Ops;

/**
 * The cross-entropy with given targets, each row of which is mixed with the uniform distribution:
 * {@code (1 - α) T + α / B}. This is MAFA's S-ITC (Byun et al., CVPR 2024).
 *
 * @param imageToText T for the images, each row of which sums to 1 [rows x rows]
 * @param textToImage T for the captions, each row of which sums to 1 [rows x rows]
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
