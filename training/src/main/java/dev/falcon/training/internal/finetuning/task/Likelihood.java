package dev.falcon.training.internal.finetuning.task;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.tensor.engine.Ops;

/**
 * What a network says of the things that it is to tell, and what they are.
 *
 * @param logProbabilities of all classes or words, for each thing [things x classes]
 * @param targets int64, what is right [things]
 * @param weights of their losses [things]
 */
public record Likelihood(NDArray logProbabilities, NDArray targets, NDArray weights) {
  /** The weighted sum of negative log-likelihoods, 0-d. */
  public NDArray loss() {
    NDArray right = logProbabilities.gather(targets.expandDims(-1), 1).reshape(targets.getShape());
    return right.mul(weights).sum().neg();
  }

  /**
   * The same, pulled towards what another network says of the same things.
   *
   * @param belief the other's weight, in [0, 1]
   */
  public NDArray loss(Likelihood other, float belief) {
    NDArray believed = other.logProbabilities.stopGradient().exp();
    NDArray expected = believed.mul(logProbabilities).sum(new int[] {1});
    NDArray soft = expected.mul(weights).sum().neg();
    return Ops.scale(loss(), 1 - belief).add(Ops.scale(soft, belief));
  }
}
