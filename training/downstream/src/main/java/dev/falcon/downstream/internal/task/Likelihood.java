// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Arrays;

/**
 * The predictions of a network with their targets.
 *
 * @param logProbabilities the log-probabilities of all classes or tokens for each prediction
 *     [predictions x classes]
 * @param targets the correct classes or tokens, int64 [predictions]
 * @param weights the weights of the predictions' losses [predictions]
 */
public record Likelihood(NDArray logProbabilities, NDArray targets, NDArray weights) {
  /**
   * Returns predictions with equal weights.
   *
   * @param logits the logits of all classes [predictions x classes]
   * @param labels the correct classes
   */
  public static Likelihood even(NDManager manager, NDArray logits, long[] labels) {
    float[] even = new float[labels.length];
    Arrays.fill(even, 1f / labels.length);
    return new Likelihood(
        logits.logSoftmax(-1),
        Torch.indices(manager, labels),
        Torch.floats(manager, even, even.length));
  }

  /** Returns the weighted sum of negative log-likelihoods, 0-d. */
  public NDArray loss() {
    NDArray right = logProbabilities.gather(targets.expandDims(-1), 1).reshape(targets.getShape());
    return right.mul(weights).sum().neg();
  }

  /**
   * Returns the loss with part of the target replaced by another network's predictions.
   *
   * @param belief the weight of the other network's predictions, in [0, 1]
   */
  public NDArray loss(Likelihood other, float belief) {
    NDArray believed = other.logProbabilities.stopGradient().exp();
    NDArray expected = believed.mul(logProbabilities).sum(new int[] {1});
    NDArray soft = expected.mul(weights).sum().neg();
    return Ops.scale(loss(), 1 - belief).add(Ops.scale(soft, belief));
  }
}
