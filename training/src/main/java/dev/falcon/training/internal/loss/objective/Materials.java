package dev.falcon.training.internal.loss.objective;

import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.framework.pass.Framework;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loss.negative.NegativeSampling;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.nio.file.Path;
import java.util.Map;

/**
 * What an objective may be made of.
 *
 * @param config of the run
 * @param framework that is trained
 * @param data what it is trained on
 * @param first its first weights
 * @param epochSteps the steps of the first epoch
 * @param steps of the whole run
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
