// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.loss.objective.Contrastive;
import dev.falcon.training.internal.loss.objective.ContrastiveLoss;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import dev.falcon.training.internal.loss.objective.Unmatched;
import dev.falcon.training.internal.tensor.Ops;

/**
 * CLIP's contrast within the batch: the cross-entropy of cosines divided by the temperature, with
 * the diagonal as target, averaged over both directions. Gradients reach both sides. There is no
 * matching loss.
 */
public record Softmax() implements ObjectiveProvider, ContrastiveLoss {
  @Override
  public String name() {
    return "softmax";
  }

  @Override
  public Objective objective(Materials materials) {
    return new Unmatched(this);
  }

  @Override
  public NDArray of(BatchVectors vectors) {
    NDArray logits = vectors.cosines().div(vectors.temperature());
    NDArray rows = Contrastive.ownProbability(logits.logSoftmax(-1));
    NDArray columns = Contrastive.ownProbability(logits.transpose().logSoftmax(-1));
    return Ops.scale(rows.add(columns), -0.5f);
  }
}
