// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;

/**
 * The generative loss of the batch's own pairs, which the reward compares before and after a step.
 *
 * @param perToken the loss of every predicted token [predicted tokens]; null if there are none
 * @param rows the batch row of every predicted token
 * @param mean the framework's average over all predicted tokens, 0-d
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
public record TokenLosses(NDArray perToken, int[] rows, NDArray mean) {
  /**
   * Returns the loss of every predicted token: minus the log-probability of the correct token.
   *
   * @param logProbabilities the log-probabilities of the vocabulary [predicted tokens x vocabulary]
   * @param predicted the correct tokens, int64 [predicted tokens]
   * @return the losses [predicted tokens]
   */
  public static NDArray of(NDArray logProbabilities, NDArray predicted) {
    return logProbabilities.gather(predicted.expandDims(-1), 1).neg().squeeze(1);
  }
}
