// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;

/**
 * The debiased contrastive loss (Chuang et al., NeurIPS 2020): {@link Hcl} with β = 0.
 *
 * @param prior the probability that a negative is a match
 */
public record Debiased(float prior) implements ObjectiveProvider {
  public Debiased {
    Hcl.requirePrior(prior);
  }

  /** Creates the loss with {@link Hcl}'s prior. */
  public Debiased() {
    this(Hcl.PRIOR);
  }

  @Override
  public String name() {
    return "debiased";
  }

  @Override
  public Objective objective(Materials materials) {
    return InBatch.of(new Hcl(prior, 0), materials);
  }
}
