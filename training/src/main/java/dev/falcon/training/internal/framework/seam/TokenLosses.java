package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;

/**
 * The generative loss of the batch's own pairs, which the reward compares before and after a step.
 *
 * @param perToken of every predicted token [predicted tokens]; null without any
 * @param rows the batch row of every predicted token
 * @param mean the framework's average of all, 0-d
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
public record TokenLosses(NDArray perToken, int[] rows, NDArray mean) {
  /**
   * The loss of every predicted token: minus the log-probability of the correct token.
   *
   * @param logProbabilities of the vocabulary [predicted tokens x vocabulary]
   * @param predicted int64, the correct tokens
   * @return [predicted tokens]
   */
  public static NDArray of(NDArray logProbabilities, NDArray predicted) {
    return logProbabilities.gather(predicted.expandDims(-1), 1).neg().squeeze(1);
  }
}
