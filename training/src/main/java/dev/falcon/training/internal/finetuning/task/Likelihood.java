package dev.falcon.training.internal.finetuning.task;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.tensor.engine.Ops;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.util.Arrays;

/**
 * What a network says of the things that it is to tell, and what they are.
 *
 * @param logProbabilities of all classes or words, for each thing [things x classes]
 * @param targets int64, what is right [things]
 * @param weights of their losses [things]
 */
public record Likelihood(NDArray logProbabilities, NDArray targets, NDArray weights) {
  /**
   * Of things of equal weight.
   *
   * @param logits of all classes [things x classes]
   * @param labels what is right
   */
  public static Likelihood even(NDManager manager, NDArray logits, long[] labels) {
    float[] even = new float[labels.length];
    Arrays.fill(even, 1f / labels.length);
    return new Likelihood(
        logits.logSoftmax(-1),
        Torch.indices(manager, labels),
        Torch.floats(manager, even, even.length));
  }

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
