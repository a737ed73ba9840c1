// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.config.LossConfig;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrastive;
import dev.falcon.training.internal.loss.objective.ContrastiveLoss;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import java.util.Optional;

/** GRIT-VLP's contrast within the batch, with {@code objective.consistency}. */
public record Grit() implements ObjectiveProvider {
  @Override
  public String name() {
    return LossConfig.IN_BATCH;
  }

  @Override
  public Objective objective(Materials materials) {
    float consistency = materials.config().objective().consistency();
    return new InBatch(new Consistent(consistency), materials.negatives());
  }

  private record Consistent(float consistency) implements ContrastiveLoss {
    @Override
    public NDArray of(BatchVectors vectors) {
      return Contrastive.loss(vectors, consistency);
    }

    /**
     * {@inheritDoc} This is the gradient for the hard targets; the consistency term is a small part
     * of the loss.
     */
    @Override
    public Optional<NDArray> push(BatchVectors vectors) {
      return Optional.of(new InfoNce().push(BatchSimilarities.of(vectors)));
    }
  }
}
