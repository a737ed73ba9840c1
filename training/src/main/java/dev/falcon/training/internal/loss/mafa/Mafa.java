package dev.falcon.training.internal.loss.mafa;

import dev.falcon.data.RequestException;
import dev.falcon.training.config.Checks;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;

/**
 * MAFA: a judge scores the hardest pairs of a batch; those it accepts become matches in contrast,
 * matching and generation.
 *
 * @param judge {@code truth} (generated pairs only), {@code same-image}, a Falcon checkpoint or a
 *     run's folder, or a model folder with a matching model
 * @param low scores below it leave a pair a negative
 * @param high scores above it make a pair a match; between, the second hardest is the negative
 * @param smoothing smoothing of contrast's targets over the batch
 * @param smoothedFrom first epoch with smoothing, counted from 0
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

  /** As in MAFA's code. */
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
