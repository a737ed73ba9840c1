// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.training.config.Checks;
import dev.falcon.training.config.FrameworkTrait;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import java.nio.file.Path;
import java.util.Optional;

/**
 * GIST's loss: contrast without the negatives that are too similar according to a frozen guide.
 *
 * @param guide a Falcon checkpoint or a run's folder
 * @param absoluteMargin the minimum distance of a negative's cosine below that of the own pair
 * @param relativeMargin the minimum distance relative to the own pair's cosine
 */
public record Gist(String guide, float absoluteMargin, float relativeMargin)
    implements ObjectiveProvider {
  public Gist {
    Checks.inRange("objective.loss.absolute_margin", absoluteMargin, 0, 2);
    Checks.inRange("objective.loss.relative_margin", relativeMargin, 0, 1);
  }

  /** Creates the loss with the relative margin of the method {@code falcon+}. */
  public Gist() {
    this("", 0, 0.05f);
  }

  @Override
  public String name() {
    return "gist";
  }

  @Override
  public Optional<FrameworkTrait> needs() {
    return Optional.of(FrameworkTrait.ONE_VECTOR);
  }

  @Override
  public void requireComplete() {
    Checks.named(Guided.GUIDE, guide);
  }

  @Override
  public Objective objective(Materials materials) {
    PositiveMargin margin = new PositiveMargin(absoluteMargin, relativeMargin);
    return new Guided(
        materials.frozen(Guided.GUIDE, guide),
        (cosines, step) -> new GuidedMask(cosines.across(), margin),
        materials.negatives());
  }

  @Override
  public void requirePossible(TrainConfig config, TrainingData data) {
    FrozenNetwork.findComparing(Guided.GUIDE, Path.of(guide), config, data);
  }
}
