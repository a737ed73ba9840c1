package dev.falcon.training.internal.framework.decision;

import ai.djl.ndarray.NDArray;

/**
 * The generative loss of the batch's own pairs: what the reward compares before and after a step.
 *
 * @param perToken of every told word [told words]; null where none is told
 * @param rows the batch row of every told word
 * @param mean what the framework takes for the loss of them all, 0-d
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
public record TokenLosses(NDArray perToken, int[] rows, NDArray mean) {
  /**
   * The loss of every told word: minus the log-probability of the word that is right.
   *
   * @param logProbabilities of all words [told words x vocabulary]
   * @param told int64, the words that are right
   * @return [told words]
   */
  public static NDArray of(NDArray logProbabilities, NDArray told) {
    return logProbabilities.gather(told.expandDims(-1), 1).neg().squeeze(1);
  }
}
