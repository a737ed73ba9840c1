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

/** The objective of ALBEF's pretraining: a caption matches only its own pair's image. */
public record OwnImages() implements ObjectiveProvider {
  @Override
  public String name() {
    return LossConfig.MOMENTUM;
  }

  @Override
  public Optional<FrameworkTrait> needs() {
    return Optional.of(FrameworkTrait.QUEUE);
  }

  @Override
  public Objective objective(Materials materials) {
    return Momentum.of(materials, Optional.empty());
  }

  @Override
  public void requirePossible(TrainConfig config, TrainingData data) {
    Momentum.requireQueue(config);
  }
}
