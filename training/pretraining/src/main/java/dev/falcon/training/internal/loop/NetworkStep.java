// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.Losses;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.loop.course.Stopwatch;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.Objective.Step;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.StepSettings;
import dev.falcon.training.internal.tensor.Tape;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.LinkedHashMap;
import java.util.Map;

/** One step of the network on one batch. */
record NetworkStep(
    Torch torch,
    Framework framework,
    Parameters parameters,
    AdamW optimiser,
    Objective objective,
    StepSettings passes) {
  private static final String OPTIMISER = "optimiser.";

  /**
   * Runs the forward and backward pass and the optimiser. If a loss or a gradient is not finite,
   * the weights are not changed, and the result reports it. Must be called within the step's
   * memory, which holds the targets of the losses.
   */
  StepResult take(Step step, double learningRate, Stopwatch watch) {
    framework.bound(parameters);
    TargetFactory targets = objective.targets(step);
    Gathered gathered = new Gathered();
    TensorScope.within(
        torch.manager(),
        manager -> {
          Tape tape = new Tape(manager);
          return torch.differentiate(
              () -> {
                Weights weights = parameters.weights(passes, tape);
                Losses losses = framework.losses(weights, step.batch(), targets, step.dropout());
                gathered.take(losses);
                return losses.total();
              },
              tape);
        });
    watch.lap(Stopwatch.Stage.FORWARD_BACKWARD);
    double norm = optimiser.step(learningRate);
    watch.lap(Stopwatch.Stage.OPTIMISER);
    return gathered.result(norm);
  }

  /**
   * Returns the state of the weights, the optimiser and the objective, by the names in a
   * checkpoint.
   */
  public Map<String, float[]> saved() {
    Map<String, float[]> values = optimiser.saved(OPTIMISER);
    values.putAll(objective.saved());
    return values;
  }

  /** Restores the state of a checkpoint. */
  public void restore(Checkpoint checkpoint) {
    optimiser.restore(checkpoint.state().optimiserSteps(), checkpoint.vectors(OPTIMISER));
    checkpoint.requireSameObjective(objective.identity());
    objective.restore(checkpoint.values());
  }

  /** The values that outlive the native memory of the pass. */
  private static final class Gathered {
    private final Map<String, Float> terms = new LinkedHashMap<>();
    private float generative;
    private float[] wordLosses = new float[0];
    private int[] wordRows;
    private float temperature;
    private float[] images;
    private float[] texts;
    private ObjectiveTargets decision;
    private float[] push;

    private void take(Losses losses) {
      losses.terms().forEach((name, loss) -> terms.put(name, number(loss)));
      generative = number(losses.generative().mean());
      NDArray perWord = losses.generative().perToken();
      if (perWord != null) {
        wordLosses = perWord.stopGradient().toFloatArray();
      }
      wordRows = losses.generative().rows();
      temperature = number(losses.vectors().temperature());
      images = losses.vectors().images().stopGradient().toFloatArray();
      texts = losses.vectors().texts().stopGradient().toFloatArray();
      decision = losses.decision();
      push = decision.push(losses.vectors().held()).map(NDArray::toFloatArray).orElse(null);
    }

    private static float number(NDArray scalar) {
      return scalar.stopGradient().getFloat();
    }

    private StepResult result(double norm) {
      return new StepResult(
          terms,
          generative,
          wordLosses,
          wordRows,
          norm,
          temperature,
          images,
          texts,
          decision,
          push);
    }
  }
}
