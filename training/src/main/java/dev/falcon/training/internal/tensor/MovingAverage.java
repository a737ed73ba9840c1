package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.tensor.engine.Ops;
import dev.falcon.training.internal.tensor.engine.StepMemory;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A second network that follows the one that learns: the exponential moving average of its weights,
 * which learns nothing itself.
 */
public final class MovingAverage {
  private final Parameters parameters;
  private final float decay;
  private final String prefix;

  /**
   * One that has followed for no step.
   *
   * @param first the followed network's first weights
   * @param decay how much of its weights it keeps in a step
   * @param prefix of its weights' names in a checkpoint
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
   * Takes a step behind the other: {@code x = decay * x + (1 - decay) * other}.
   *
   * @return its weights
   */
  public Weights follow(Parameters other) {
    for (int i = 0; i < parameters.groups().size(); i++) {
      NDArray mine = parameters.groups().get(i).values;
      NDArray theirs = other.groups().get(i).values;
      try (StepMemory memory = StepMemory.open(mine.getManager())) {
        NDArray kept = Ops.scalar(memory.manager(), decay);
        NDArray fresh = Ops.scalar(memory.manager(), 1 - decay);
        mine.muli(kept).addi(theirs.stopGradient().mul(fresh));
      }
    }
    return parameters.untrained();
  }

  /**
   * How much of what it says is believed: that climbs from 0, when it says what the other says.
   *
   * @param most what is reached
   * @param climb in so many steps
   */
  public static float belief(float most, long step, long climb) {
    return (float) (most * Math.min(1, step / (double) climb));
  }

  /** Its weights, by the names under which a checkpoint keeps them. */
  public Map<String, float[]> saved() {
    Map<String, float[]> values = new LinkedHashMap<>();
    parameters.copy().forEach((name, data) -> values.put(prefix + name, data));
    return values;
  }

  /**
   * Goes on where another one stood.
   *
   * @param values of a checkpoint
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
