package dev.falcon.training.internal.finetuning;

import dev.falcon.training.config.FinetuneConfig.DistillationConfig;
import dev.falcon.training.internal.store.Stateful;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A second network that follows the one that learns, and begins as it begins. (ALBEF's own script
 * for NLVR2 makes it before the checkpoint is loaded, so that it begins as chance has it.)
 */
final class Twin implements Stateful {
  private static final String WEIGHTS = "twin.";

  private final ParameterLayout layout;
  private final DistillationConfig config;
  private final Parameters parameters;

  Twin(Torch torch, ParameterLayout layout, Map<String, float[]> first, DistillationConfig config) {
    this.layout = layout;
    this.config = config;
    this.parameters = new Parameters(torch.manager(), layout, first, false);
  }

  /** Takes a step behind the other. */
  void follow(Parameters other) {
    parameters.follow(other, config.decay());
  }

  Weights weights() {
    return parameters.untrained();
  }

  /**
   * The weight of what it believes: it climbs in the first epoch.
   *
   * @param climb the steps of an epoch
   */
  float belief(long step, int climb) {
    return (float) (config.weight() * Math.min(1, step / (double) climb));
  }

  @Override
  public Map<String, float[]> saved() {
    Map<String, float[]> values = new LinkedHashMap<>();
    parameters.copy().forEach((name, data) -> values.put(WEIGHTS + name, data));
    return values;
  }

  @Override
  public void restore(Map<String, float[]> values) {
    Map<String, float[]> weights = new LinkedHashMap<>();
    layout
        .entries()
        .forEach(entry -> weights.put(entry.name(), values.get(WEIGHTS + entry.name())));
    parameters.set(weights);
  }
}
