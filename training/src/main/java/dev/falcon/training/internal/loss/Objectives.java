package dev.falcon.training.internal.loss;

import dev.falcon.training.config.LossConfig;
import dev.falcon.training.config.ObjectiveConfig;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.Framework;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Map;

/** The objectives by their configuration. */
public final class Objectives {
  private Objectives() {}

  /**
   * What an objective may be made of.
   *
   * @param config of the run
   * @param framework that is trained
   * @param first its first weights
   * @param epochSteps the steps of the first epoch
   */
  public record Materials(
      TrainConfig config,
      Torch torch,
      Framework framework,
      Map<String, float[]> first,
      int epochSteps) {}

  /** The objective that a run asks for. */
  public static Objective of(Materials materials) {
    TrainConfig config = materials.config();
    ObjectiveConfig settings = config.objective();
    NegativeSampling negatives = new NegativeSampling(settings.negatives(), config.seed());
    LossConfig loss = settings.loss();
    if (loss instanceof LossConfig.Momentum) {
      return new Momentum(
          materials.torch(),
          materials.framework(),
          settings.momentum(),
          negatives,
          materials.epochSteps(),
          materials.first(),
          config.model().projection());
    }
    return InBatch.grit(settings.consistency(), negatives);
  }
}
