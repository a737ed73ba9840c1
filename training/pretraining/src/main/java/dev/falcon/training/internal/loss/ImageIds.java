// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import dev.falcon.training.config.FrameworkTrait;
import dev.falcon.training.config.LossConfig;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import java.util.Optional;

/**
 * The objective of ALBEF's fine-tuning for retrieval: every caption of an image matches it, in the
 * batch and in the queue.
 */
public record ImageIds() implements ObjectiveProvider {
  @Override
  public String name() {
    return LossConfig.IMAGE_IDS;
  }

  @Override
  public Optional<FrameworkTrait> needs() {
    return Optional.of(FrameworkTrait.QUEUE);
  }

  @Override
  public Objective objective(Materials materials) {
    return Momentum.of(materials, Optional.of(materials.data().train()::image));
  }

  @Override
  public void requirePossible(TrainConfig config, TrainingData data) {
    Momentum.requireQueue(config);
  }
}
