// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A momentum network: the exponential moving average of another network's weights, which is not
 * trained itself.
 */
public final class MovingAverage {
  private final Parameters parameters;
  private final float decay;
  private final String prefix;

  /**
   * Creates a copy of the network's initial weights.
   *
   * @param first the network's initial weights
   * @param decay the decay of the averaged weights per step
   * @param prefix the prefix of its weights' names in a checkpoint
   */
  public MovingAverage(
      NDManager manager,
      ParameterLayout layout,
      Map<String, float[]> first,
      float decay,
      String prefix) {
    this.parameters = new Parameters(manager, layout, first, false);
    this.decay = decay;
    this.prefix = prefix;
  }

  /**
   * Updates the average: {@code x = decay * x + (1 - decay) * other}.
   *
   * @return the averaged weights
   */
  public Weights follow(Parameters other) {
    for (int i = 0; i < parameters.groups().size(); i++) {
      NDArray mine = parameters.groups().get(i).values;
      NDArray theirs = other.groups().get(i).values;
      try (TensorScope memory = TensorScope.open(mine.getManager())) {
        NDArray kept = Ops.scalar(memory.manager(), decay);
        NDArray fresh = Ops.scalar(memory.manager(), 1 - decay);
        mine.muli(kept).addi(theirs.stopGradient().mul(fresh));
      }
    }
    return parameters.untrained();
  }

  /**
   * Returns the weight of the momentum network's predictions. It grows linearly from 0, since these
   * predictions at first equal the network's own.
   *
   * @param most the final weight
   * @param climb the number of steps until the final weight
   */
  public static float belief(float most, long step, long climb) {
    return (float) (most * Math.min(1, step / (double) climb));
  }

  /** Returns the averaged weights, by their names in a checkpoint. */
  public Map<String, float[]> saved() {
    Map<String, float[]> values = new LinkedHashMap<>();
    parameters.copy().forEach((name, data) -> values.put(prefix + name, data));
    return values;
  }

  /**
   * Restores the state of a checkpoint.
   *
   * @param values the values of a checkpoint
   */
  public void restore(Map<String, float[]> values) {
    Map<String, float[]> weights = new LinkedHashMap<>();
    parameters
        .layout()
        .entries()
        .forEach(entry -> weights.put(entry.name(), values.get(prefix + entry.name())));
    parameters.set(weights);
  }
}
