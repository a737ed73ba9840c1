package dev.falcon.training.internal.loss.objective;

import dev.falcon.data.RequestException;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.config.method.LossConfig;
import dev.falcon.training.internal.input.TrainingData;

/** Settings that make their objective. Each is named in the file of services. */
public interface ObjectiveProvider extends LossConfig {
  /** The objective of these settings. */
  Objective objective(Materials materials);

  /**
   * Checks that what the objective looks at beside the batch is there and fits the run.
   *
   * @throws RequestException if it does not
   */
  default void requirePossible(TrainConfig config, TrainingData data) {}

  /** The settings of a run; the configuration's package cannot name what makes objectives. */
  static ObjectiveProvider of(TrainConfig config) {
    return (ObjectiveProvider) config.objective().loss();
  }
}
