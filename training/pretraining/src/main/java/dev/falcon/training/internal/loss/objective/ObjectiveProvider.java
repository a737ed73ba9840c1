// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import dev.falcon.data.RequestException;
import dev.falcon.training.config.LossConfig;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.TrainingData;

/** Settings that can create their objective. Each is listed in the file of services. */
public interface ObjectiveProvider extends LossConfig {
  /** Returns the objective of these settings. */
  Objective objective(Materials materials);

  /**
   * Checks that the objective's other inputs exist and fit the run.
   *
   * @throws RequestException if an input does not exist or does not fit
   */
  default void requirePossible(TrainConfig config, TrainingData data) {}

  /**
   * Returns the settings of a run; the configuration's package cannot name the objectives'
   * factories.
   */
  static ObjectiveProvider of(TrainConfig config) {
    return (ObjectiveProvider) config.objective().loss();
  }
}
