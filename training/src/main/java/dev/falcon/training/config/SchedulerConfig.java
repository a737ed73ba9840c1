package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.falcon.onnx.network.shape.SchedulerShape;

/**
 * FALCON's scheduler and its training. {@code preset: literal} is the paper; {@code preset:
 * stabilised} adds measures that keep a policy gradient alive at small scale. Keys beside {@code
 * preset} override it.
 *
 * @param preset {@code literal} or {@code stabilised}
 * @param quantiles m, the levels at which a row of similarities is sampled
 * @param hidden width of the residual network
 * @param blocks residual blocks of two layers each
 * @param inputGain factor on the features; 1 is literal
 * @param offset added to softplus; 1 keeps the densities unimodal
 * @param cap the largest parameter of a Beta distribution; 0 for none
 * @param firstBias initial bias of the last layer; its initial weight is 0
 * @param learningRate constant
 * @param weightDecay decoupled
 * @param clip the largest global norm of the gradient; 0 for none
 * @param reward the reward
 * @param baselineDecay of the moving average that is subtracted from the reward; 0 for no baseline
 * @param scaleDecay of the moving average of the squared reward, by whose root the reward is
 *     divided; 0 for no scaling
 * @param entropy the weight of the distributions' entropy in the objective
 * @param allRows whether the log-probability sums over all rows of the search space or only those
 *     whose quantile was used
 * @param heldOut pairs on which {@code held-out} is measured
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

  /** The network's sizes and constants. */
  public SchedulerShape shape() {
    float highest = cap == 0 ? Float.POSITIVE_INFINITY : cap;
    return new SchedulerShape(
        quantiles, hidden, blocks, LAYERS_PER_BLOCK, inputGain, offset, highest);
  }

  /** The reward: the improvement of a quantity by the step. */
  public enum RewardKind {
    /** The decrease of the batch's masked language modelling loss: the paper's. */
    @JsonProperty("mlm")
    MLM,
    /**
     * The same loss, each anchor credited with the decrease of the sample that its quantile
     * selected.
     */
    @JsonProperty("mlm-per-sample")
    MLM_PER_SAMPLE,
    /** The decrease of contrast and matching. */
    @JsonProperty("itc+itm")
    ITC_ITM,
    /** The decrease of all three losses. */
    @JsonProperty("itc+itm+mlm")
    ITC_ITM_MLM,
    /** The decrease of the contrastive loss on held-out pairs. */
    @JsonProperty("held-out")
    HELD_OUT,
    /** A standard normal number: the control that noise teaches nothing. */
    @JsonProperty("noise")
    NOISE,
    /** Minus the batch's true false-negative rate: the control that the scheduler can learn. */
    @JsonProperty("true-fn")
    TRUE_FALSE_NEGATIVES
  }
}
