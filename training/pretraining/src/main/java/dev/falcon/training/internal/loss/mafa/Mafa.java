// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.mafa;

import dev.falcon.data.RequestException;
import dev.falcon.training.config.Checks;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;

/**
 * MAFA's objective: a judge scores the hardest pairs of a batch, and those that it accepts become
 * matches in contrast, matching and generation.
 *
 * @param judge {@code truth} (generated pairs only), {@code same-image}, a Falcon checkpoint or a
 *     run's folder, or a model folder with a matching model
 * @param low the score below which a pair remains a negative
 * @param high the score above which a pair becomes a match; between the two, the second hardest
 *     pair becomes the negative
 * @param smoothing the smoothing of contrast's targets over the batch, in [0, 1]
 * @param smoothedFrom the first epoch with smoothing, counted from 0
 */
public record Mafa(String judge, float low, float high, float smoothing, int smoothedFrom)
    implements ObjectiveProvider {
  public Mafa {
    Checks.inRange("objective.loss.low", low, 0, 1);
    Checks.inRange("objective.loss.high", high, 0, 1);
    if (low > high) {
      throw new RequestException(
          "objective.loss.low must not exceed objective.loss.high; low=" + low + ", high=" + high);
    }
    Checks.inRange("objective.loss.smoothing", smoothing, 0, 1);
    Checks.atLeast("objective.loss.smoothed_from", smoothedFrom, 0);
  }

  /** Creates the settings of MAFA's code. */
  public Mafa() {
    this("", 0.5f, 0.8f, 0.5f, 1);
  }

  @Override
  public String name() {
    return "mafa";
  }

  @Override
  public void requireComplete() {
    Checks.named(MafaJudges.KEY, judge);
  }

  @Override
  public Objective objective(Materials materials) {
    return new Relabelling(
        MafaJudges.of(judge, materials),
        new ScoreBands(low, high),
        smoothing,
        smoothedFrom,
        materials.data().trainTruth());
  }

  @Override
  public void requirePossible(TrainConfig config, TrainingData data) {
    MafaJudges.requirePossible(judge, config, data);
  }
}
