package dev.falcon.training.internal.loop.step;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.config.method.SchedulerConfig.RewardKind;
import dev.falcon.training.internal.framework.decision.Losses;
import dev.falcon.training.internal.framework.pass.Framework;
import dev.falcon.training.internal.input.Truth;
import dev.falcon.training.internal.loop.metric.FalseNegatives;
import dev.falcon.training.internal.loss.objective.Step;
import dev.falcon.training.internal.random.Purpose;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Passes;
import dev.falcon.training.internal.tensor.engine.StepMemory;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * What the anchors of a batch are credited with, after the network took its step on the batch: Δ of
 * the paper, or one of its controls.
 */
public final class Rewards {
  private final RewardKind kind;
  private final Torch torch;
  private final Framework framework;
  private final Parameters parameters;
  private final Optional<HeldOutLoss> heldOut;
  private final Optional<Truth> truth;
  private final Passes passes;
  private final long seed;

  /**
   * @param heldOut empty unless the reward is {@code held-out}
   * @param truth empty where it is not known
   * @param passes as the step's own, so that nothing but the weights differs
   */
  public Rewards(
      RewardKind kind,
      Torch torch,
      Framework framework,
      Parameters parameters,
      Optional<HeldOutLoss> heldOut,
      Optional<Truth> truth,
      Passes passes,
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

  /** What must be known from before the step. */
  double before() {
    return kind == RewardKind.HELD_OUT ? heldOut.orElseThrow().measure() : 0;
  }

  /**
   * The rewards.
   *
   * @param before of {@link #before}
   * @return for each member but the first, what the anchor that chose it is credited with
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

  /** The same told words under the new weights, nothing else changed. */
  private float[] wordLosses(Step step, StepResult result) {
    return StepMemory.within(
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
    return StepMemory.within(
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

  /** The drop of a sample's mean word loss, credited to the anchor that chose the sample. */
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
