// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.config.FrameworkTrait;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.loss.objective.ContrastiveLoss;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import dev.falcon.training.internal.loss.objective.Unmatched;
import dev.falcon.training.internal.tensor.Ops;
import java.util.Optional;

/**
 * SigLIP's contrast (Zhai et al., 2023): every pair of the batch is judged independently. The loss
 * is the sum over all pairs of -log σ(±(cosine / temperature + bias)), divided by the number of
 * pairs that match. There is no matching loss.
 */
public record Sigmoid() implements ObjectiveProvider, ContrastiveLoss {
  @Override
  public String name() {
    return "sigmoid";
  }

  @Override
  public Optional<FrameworkTrait> needs() {
    return Optional.of(FrameworkTrait.BIAS);
  }

  @Override
  public Objective objective(Materials materials) {
    return new Unmatched(this);
  }

  @Override
  public NDArray of(BatchVectors vectors) {
    NDArray logits = vectors.cosines().div(vectors.temperature()).add(vectors.bias().orElseThrow());
    int rows = vectors.rows();
    NDArray own = logits.getManager().eye(rows);
    NDArray others = Ops.softplus(logits).sum();
    // softplus(-x) = softplus(x) - x, for the diagonal.
    return Ops.scale(others.sub(logits.mul(own).sum()), 1f / rows);
  }
}
