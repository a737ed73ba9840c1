// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.loss.objective.Objective.Step;
import java.util.List;
import java.util.Optional;

/**
 * A stateless objective that depends only on the batch: every caption matches its own image and no
 * other.
 *
 * @param contrast the contrastive loss
 * @param negatives the sampling of matching's negatives
 */
public record InBatch(ContrastiveLoss contrast, NegativeSampling negatives) implements Objective {
  /** Returns the objective of a loss that is computed from the batch's similarities. */
  public static InBatch of(Contrast contrast, Materials materials) {
    return new InBatch(ContrastiveLoss.of(contrast), materials.negatives());
  }

  @Override
  public TargetFactory targets(Step step) {
    return vectors -> new PositivePairs(contrast, negatives.pairs(vectors, step.number()));
  }

  private record PositivePairs(ContrastiveLoss loss, List<LabelledPair> pairs)
      implements ObjectiveTargets {
    @Override
    public NDArray contrast(BatchVectors vectors) {
      return loss.of(vectors);
    }

    @Override
    public Optional<NDArray> push(BatchVectors vectors) {
      return loss.push(vectors);
    }
  }
}
