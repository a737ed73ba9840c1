package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RequestException;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.SquareRows;
import dev.falcon.training.internal.loss.objective.TargetDistribution;
import dev.falcon.training.internal.tensor.Ops;

/**
 * Cross-entropy with soft targets {@code T = (1 - α) I + α Q}: Q is a {@link TargetDistribution}.
 * With the other direction as Q this is GRIT-VLP's consistency (weight 0.2 there is α = 1/6 here,
 * and the sum 1.2 times this one), with 1/B MAFA's S-ITC, with a teacher ALBEF's distillation, with
 * the similarity within a modality SoftCLIP's idea.
 *
 * @param weight α, in [0, 1]
 * @param belief source of Q
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
