package dev.falcon.training.internal.loss.soft;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RequestException;
import dev.falcon.training.internal.loss.similarity.BatchSimilarities;
import dev.falcon.training.internal.loss.similarity.Belief;
import dev.falcon.training.internal.loss.similarity.Contrast;
import dev.falcon.training.internal.loss.similarity.SquareRows;
import dev.falcon.training.internal.tensor.engine.Ops;

/**
 * Cross-entropy towards softened targets {@code T = (1 - α) I + α Q}: part of the push goes where a
 * {@link Belief} sees similarity. With the other direction as belief this is GRIT-VLP's consistency
 * (weight 0.2 there is α = 1/6 here, and the sum 1.2 times this one), with 1/B MAFA's S-ITC, with a
 * teacher ALBEF's distillation, with the similarity within a modality SoftCLIP's idea.
 *
 * @param weight α, in [0, 1]
 * @param belief where Q comes from
 */
public record SoftTargets(float weight, Belief belief) implements Contrast {
  public SoftTargets {
    if (!(weight >= 0 && weight <= 1)) {
      throw new RequestException("weight must be in [0, 1]; weight=" + weight);
    }
  }

  @Override
  public NDArray loss(BatchSimilarities batch) {
    Belief.Tables believed = belief.of(batch);
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
