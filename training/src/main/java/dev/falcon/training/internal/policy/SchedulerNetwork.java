package dev.falcon.training.internal.policy;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.config.SchedulerConfig;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.ParameterLayout.Initialiser;
import dev.falcon.training.internal.tensor.Weights;
import java.util.ArrayList;
import java.util.List;

/**
 * π of the paper: a residual network from an anchor's quantile features to the parameters of a Beta
 * distribution over q. Rows do not see each other.
 */
public final class SchedulerNetwork {
  private static final String INPUT = "scheduler.input";
  private static final String OUTPUT = "scheduler.output";

  /** Linear layers of a residual block. */
  public static final int LAYERS_PER_BLOCK = 2;

  private final SchedulerConfig config;
  private final ParameterLayout layout = new ParameterLayout();

  /** The network of a configuration. */
  public SchedulerNetwork(SchedulerConfig config) {
    this.config = config;
    int hidden = config.hidden();
    linear(INPUT, config.quantiles(), hidden);
    for (int block = 0; block < config.blocks(); block++) {
      for (int layer = 0; layer < LAYERS_PER_BLOCK; layer++) {
        linear(name(block, layer), hidden, hidden);
      }
    }
    layout.declare(OUTPUT + ".weight", Initialiser.constant(0), 2, hidden);
    layout.declare(OUTPUT + ".bias", Initialiser.constant(config.firstBias()), 2);
  }

  private void linear(String name, int in, int out) {
    Initialiser uniform = Initialiser.uniform(1 / Math.sqrt(in));
    layout.declare(name + ".weight", uniform, out, in);
    layout.declare(name + ".bias", uniform, out);
  }

  private static String name(int block, int layer) {
    return "scheduler.block." + block + ".layer." + layer;
  }

  public ParameterLayout layout() {
    return layout;
  }

  /** The names of the linear layers from the input to the output. */
  static List<String> layers(SchedulerConfig config) {
    List<String> names = new ArrayList<>(List.of(INPUT));
    for (int block = 0; block < config.blocks(); block++) {
      for (int layer = 0; layer < LAYERS_PER_BLOCK; layer++) {
        names.add(name(block, layer));
      }
    }
    names.add(OUTPUT);
    return names;
  }

  /**
   * The distributions' parameters, before the cap, which would hide a row at the cap from the
   * gradient.
   *
   * @param features Ŝ [rows x m]
   * @return [rows x 2]: alpha and beta, above 0
   */
  NDArray uncapped(Weights weights, NDArray features) {
    NDArray input = config.inputGain() == 1 ? features : Ops.scale(features, config.inputGain());
    NDArray x = Ops.relu(weights.linear(input, INPUT));
    for (int block = 0; block < config.blocks(); block++) {
      NDArray y = x;
      for (int layer = 0; layer < LAYERS_PER_BLOCK; layer++) {
        NDArray active = layer == 0 ? y : Ops.relu(y);
        y = weights.linear(active, name(block, layer));
      }
      // No ReLU over the sum: it would let a whole block die, and with it all but the last bias.
      x = x.add(y);
    }
    NDArray positive = Ops.softplus(weights.linear(x, OUTPUT));
    return Ops.shift(positive, config.offset());
  }
}
