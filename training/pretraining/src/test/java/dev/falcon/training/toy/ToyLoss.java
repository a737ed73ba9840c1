// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.toy;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.config.Checks;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.loss.objective.ContrastiveLoss;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import dev.falcon.training.internal.tensor.Ops;

/**
 * An objective that the main code does not know, but for its name in the tests' file of services:
 * the squared distance of the own pairs' cosines from a goal.
 *
 * @param goal in [-1, 1]
 */
public record ToyLoss(float goal) implements ObjectiveProvider, ContrastiveLoss {
  public ToyLoss {
    Checks.inRange("objective.loss.goal", goal, -1, 1);
  }

  public ToyLoss() {
    this(0.75f);
  }

  @Override
  public String name() {
    return "toy";
  }

  @Override
  public Objective objective(Materials materials) {
    return new InBatch(this, materials.negatives());
  }

  @Override
  public NDArray of(BatchVectors vectors) {
    NDArray own = vectors.images().mul(vectors.texts()).sum(new int[] {1});
    return Ops.shift(own, -goal).square().mean();
  }
}
