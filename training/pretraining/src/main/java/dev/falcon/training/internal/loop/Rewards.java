// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.config.SchedulerConfig.RewardKind;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.Losses;
import dev.falcon.training.internal.input.Purpose;
import dev.falcon.training.internal.input.Truth;
import dev.falcon.training.internal.loop.course.FalseNegatives;
import dev.falcon.training.internal.loss.objective.Objective.Step;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.StepSettings;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the rewards of a batch's anchors after the network's step on the batch: the paper's Δ,
 * or one of its controls.
 */
final class Rewards {
  private final RewardKind kind;
  private final Torch torch;
  private final Framework framework;
  private final Parameters parameters;
  private final Optional<HeldOutLoss> heldOut;
  private final Optional<Truth> truth;
  private final StepSettings passes;
  private final long seed;

  /**
   * @param heldOut the loss on held-out pairs; empty unless the reward is {@code held-out}
   * @param truth the truth of the pairs; empty if it is unknown
   * @param passes the settings of the step itself, so that only the weights differ
   */
  public Rewards(
      RewardKind kind,
      Torch torch,
      Framework framework,
      Parameters parameters,
      Optional<HeldOutLoss> heldOut,
      Optional<Truth> truth,
      StepSettings passes,
      long seed) {
    this.kind = kind;
    this.torch = torch;
    this.framework = framework;
    this.parameters = parameters;
    this.heldOut = heldOut;
    this.truth = truth;
    this.passes = passes;
    this.seed = seed;
  }

  /** Returns the value before the step that the reward needs. */
  double before() {
    return kind == RewardKind.HELD_OUT ? heldOut.orElseThrow().measure() : 0;
  }

  /**
   * Returns the rewards.
   *
   * @param before the value returned by {@link #before}
   * @return for each member except the first, the reward of the anchor that chose it
   */
  double[] after(Step step, StepResult result, double before) {
    int[] rows = step.rows();
    double[] credits = new double[rows.length - 1];
    switch (kind) {
      case MLM ->
          Arrays.fill(
              credits,
              framework.generativeMean(result.wordLosses(), result.wordRows())
                  - framework.generativeMean(wordLosses(step, result), result.wordRows()));
      case MLM_PER_SAMPLE -> perSample(credits, result, wordLosses(step, result));
      case ITC_ITM, ITC_ITM_MLM -> Arrays.fill(credits, drop(step, result));
      case HELD_OUT -> Arrays.fill(credits, before - heldOut.orElseThrow().measure());
      case NOISE -> Arrays.fill(credits, Purpose.NOISE.at(seed, step.number()).nextGaussian());
      case TRUE_FALSE_NEGATIVES ->
          Arrays.fill(
              credits,
              -FalseNegatives.of(truth.orElseThrow(), rows, result.decision().pairs(), null)
                  .batch());
    }
    return credits;
  }

  /**
   * Returns the losses of the same predicted tokens with the new weights; everything else is
   * unchanged.
   */
  private float[] wordLosses(Step step, StepResult result) {
    return TensorScope.within(
        torch.manager(),
        manager -> {
          NDArray losses =
              framework
                  .generative(
                      parameters.untrained(passes), step.batch(), result.decision(), step.dropout())
                  .perToken();
          return losses == null ? new float[0] : losses.toFloatArray();
        });
  }

  private double drop(Step step, StepResult result) {
    return TensorScope.within(
        torch.manager(),
        manager -> {
          Losses after =
              framework.losses(
                  parameters.untrained(passes),
                  step.batch(),
                  vectors -> result.decision(),
                  step.dropout());
          String words = framework.generativeTerm();
          float drop = 0;
          for (Map.Entry<String, Float> term : result.losses().entrySet()) {
            drop += term.getKey().equals(words) ? 0 : term.getValue();
          }
          for (Map.Entry<String, NDArray> term : after.terms().entrySet()) {
            drop -= term.getKey().equals(words) ? 0 : term.getValue().getFloat();
          }
          return kind == RewardKind.ITC_ITM
              ? (double) drop
              : (double) drop + result.generative() - after.generative().mean().getFloat();
        });
  }

  /** Credits the decrease of a sample's mean token loss to the anchor that chose the sample. */
  private static void perSample(double[] credits, StepResult result, float[] after) {
    int[] words = new int[credits.length];
    for (int i = 0; i < after.length; i++) {
      int chosen = result.wordRows()[i] - 1;
      if (chosen >= 0) {
        credits[chosen] += result.wordLosses()[i] - after[i];
        words[chosen]++;
      }
    }
    for (int i = 0; i < credits.length; i++) {
      credits[i] /= Math.max(1, words[i]);
    }
  }
}
