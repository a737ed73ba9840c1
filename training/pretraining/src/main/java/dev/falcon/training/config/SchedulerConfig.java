// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.falcon.onnx.network.shape.SchedulerShape;

/**
 * FALCON's scheduler and its training. {@code preset: literal} is the paper; {@code preset:
 * stabilised} adds measures that keep a policy gradient alive at small scale. Other keys override
 * those of the preset.
 *
 * @param preset {@code literal} or {@code stabilised}
 * @param quantiles m, the number of levels at which a row of similarities is sampled
 * @param hidden the width of the residual network
 * @param blocks the number of residual blocks, of two layers each
 * @param inputGain the factor by which features are multiplied; 1 as in the paper
 * @param offset the value added to the softplus; 1 keeps the densities unimodal
 * @param cap the largest parameter of a Beta distribution; 0 for none
 * @param firstBias the initial bias of the last layer, whose initial weight is 0
 * @param learningRate the learning rate, which is constant
 * @param weightDecay the decoupled weight decay
 * @param clip the largest global norm of the gradient; 0 for none
 * @param reward the reward
 * @param baselineDecay the decay of the moving average that is subtracted from the reward; 0 for no
 *     baseline
 * @param scaleDecay the decay of the moving average of the squared reward, by whose root the reward
 *     is divided; 0 for no scaling
 * @param entropy the weight of the distributions' entropy in the objective
 * @param allRows whether the log-probability is summed over all rows of the search space, or only
 *     over those whose quantile was used
 * @param heldOut the number of pairs on which the reward {@code held-out} is measured
 */
public record SchedulerConfig(
    String preset,
    int quantiles,
    int hidden,
    int blocks,
    float inputGain,
    float offset,
    float cap,
    float firstBias,
    double learningRate,
    double weightDecay,
    double clip,
    RewardKind reward,
    double baselineDecay,
    double scaleDecay,
    float entropy,
    boolean allRows,
    int heldOut) {

  private static final int LAYERS_PER_BLOCK = 2;

  public SchedulerConfig {
    Checks.atLeast("scheduler.quantiles", quantiles, 2);
    Checks.atLeast("scheduler.hidden", hidden, 1);
    Checks.atLeast("scheduler.blocks", blocks, 0);
    Checks.inRange("scheduler.learning_rate", learningRate, 0, 1);
    Checks.inRange("scheduler.baseline_decay", baselineDecay, 0, 0.999999);
    Checks.inRange("scheduler.scale_decay", scaleDecay, 0, 0.999999);
    Checks.inRange("scheduler.offset", offset, 1e-8, 1000);
    Checks.inRange("scheduler.cap", cap, 0, 1e9);
    Checks.atLeast("scheduler.held_out", heldOut, 2);
  }

  /** Returns the network's sizes and constants. */
  public SchedulerShape shape() {
    float highest = cap == 0 ? Float.POSITIVE_INFINITY : cap;
    return new SchedulerShape(
        quantiles, hidden, blocks, LAYERS_PER_BLOCK, inputGain, offset, highest);
  }

  /** The kind of reward: the improvement of a quantity by the step. */
  public enum RewardKind {
    /** The decrease of the batch's masked language modelling loss, as in the paper. */
    @JsonProperty("mlm")
    MLM,
    /**
     * The decrease of the same loss per sample: each anchor is credited with the decrease of the
     * sample that its quantile selected.
     */
    @JsonProperty("mlm-per-sample")
    MLM_PER_SAMPLE,
    /** The decrease of the losses of contrast and matching. */
    @JsonProperty("itc+itm")
    ITC_ITM,
    /** The decrease of all three losses. */
    @JsonProperty("itc+itm+mlm")
    ITC_ITM_MLM,
    /** The decrease of the contrastive loss on held-out pairs. */
    @JsonProperty("held-out")
    HELD_OUT,
    /**
     * A number drawn from the standard normal distribution, as a control: noise must teach nothing.
     */
    @JsonProperty("noise")
    NOISE,
    /**
     * Minus the batch's true false-negative rate, as a control: the scheduler must be able to
     * learn.
     */
    @JsonProperty("true-fn")
    TRUE_FALSE_NEGATIVES
  }
}
