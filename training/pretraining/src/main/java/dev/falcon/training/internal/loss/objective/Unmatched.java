// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.loss.objective.Objective.Step;
import java.util.List;

/**
 * An objective that consists only of contrast, for frameworks without matching: every caption
 * matches its own image and no other.
 *
 * @param loss the contrastive loss
 */
public record Unmatched(ContrastiveLoss loss) implements Objective, ObjectiveTargets {
  @Override
  public TargetFactory targets(Step step) {
    return vectors -> this;
  }

  @Override
  public NDArray contrast(BatchVectors vectors) {
    return loss.of(vectors);
  }

  @Override
  public List<LabelledPair> pairs() {
    return List.of();
  }
}
