// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.tensor.Torch;
import java.nio.file.Path;
import java.util.Map;

/**
 * The inputs from which an objective is created.
 *
 * @param config the configuration of the run
 * @param framework the trained framework
 * @param data the training data
 * @param first the network's initial weights
 * @param epochSteps number of steps of the first epoch
 * @param steps number of steps of the run
 */
public record Materials(
    TrainConfig config,
    Torch torch,
    Framework framework,
    TrainingData data,
    Map<String, float[]> first,
    int epochSteps,
    long steps) {
  public NegativeSampling negatives() {
    return new NegativeSampling(
        config.objective().negatives(), config.objective().matchingMargin(), config.seed());
  }

  public FrozenNetwork frozen(String key, String path) {
    return new FrozenNetwork(torch, FrozenNetwork.find(key, Path.of(path), config, data), data);
  }
}
