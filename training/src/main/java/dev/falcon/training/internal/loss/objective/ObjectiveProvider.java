package dev.falcon.training.internal.loss.objective;

import dev.falcon.data.RequestException;
import dev.falcon.training.config.LossConfig;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.TrainingData;

/** Settings that create their objective. Each is named in the file of services. */
public interface ObjectiveProvider extends LossConfig {
  /** The objective of these settings. */
  Objective objective(Materials materials);

  /**
   * Checks that the objective's other inputs exist and fit the run.
   *
   * @throws RequestException if they do not
   */
  default void requirePossible(TrainConfig config, TrainingData data) {}

  /** The settings of a run; the configuration's package cannot name the objectives' factories. */
  static ObjectiveProvider of(TrainConfig config) {
    return (ObjectiveProvider) config.objective().loss();
  }
}
