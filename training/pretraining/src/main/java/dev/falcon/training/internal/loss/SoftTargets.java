// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RequestException;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.SquareRows;
import dev.falcon.training.internal.loss.objective.TargetDistribution;
import dev.falcon.training.internal.tensor.Ops;

/**
 * The cross-entropy with soft targets {@code T = (1 - α) I + α Q}, where Q is a {@link
 * TargetDistribution}. If Q is the other direction, this is GRIT-VLP's consistency (its weight 0.2
 * corresponds to α = 1/6, and its loss is 1.2 times this one); if Q is 1/B, it is MAFA's S-ITC; if
 * Q is a teacher's prediction, ALBEF's distillation; and if Q is the similarity within a modality,
 * SoftCLIP's idea.
 *
 * @param weight α, in [0, 1]
 * @param belief the source of Q
 */
public record SoftTargets(float weight, TargetDistribution belief) implements Contrast {
  public SoftTargets {
    if (!(weight >= 0 && weight <= 1)) {
      throw new RequestException("weight must be in [0, 1]; weight=" + weight);
    }
  }

  @Override
  public NDArray loss(BatchSimilarities batch) {
    TargetDistribution.Tables believed = belief.of(batch);
    return SquareRows.mean(
        direction(batch.imageLogits(), believed.imageToText()),
        direction(batch.textLogits(), believed.textToImage()));
  }

  @Override
  public NDArray push(BatchSimilarities batch) {
    NDArray logits = batch.imageLogits();
    return SquareRows.push(logits, targets(logits, belief.of(batch).imageToText()));
  }

  private NDArray direction(NDArray logits, NDArray believed) {
    return SquareRows.crossEntropy(logits, targets(logits, believed));
  }

  private NDArray targets(NDArray logits, NDArray believed) {
    NDArray own = Ops.scale(SquareRows.identity(logits), 1 - weight);
    return own.add(Ops.scale(believed, weight));
  }
}
