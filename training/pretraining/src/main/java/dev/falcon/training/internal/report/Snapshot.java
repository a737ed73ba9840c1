// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The network's and the scheduler's outputs for some fixed pairs after an epoch: a line of
 * snapshots.jsonl.
 *
 * @param epoch the epoch that has ended, counted from 0
 * @param step the number of steps taken so far
 * @param levels the quantile levels at which rows of S are sampled
 * @param similarity the mean of S over the pairs at each level, in [-2, 2]
 * @param deviation the standard deviation of S over the pairs at each level
 * @param anchors some of the pairs, from short captions to long ones
 */
@SuppressWarnings("ArrayRecordComponent") // written and read, never compared
public record Snapshot(
    int epoch,
    long step,
    double[] levels,
    double[] similarity,
    double[] deviation,
    List<Anchor> anchors) {

  /**
   * One pair.
   *
   * @param row the number of the pair among the training pairs
   * @param matches the number of other pairs' images of which its caption is true; null if that is
   *     unknown
   * @param similarity its row of S at each level
   * @param alpha alpha of its Beta distribution; null without a scheduler
   * @param beta beta of its Beta distribution; null without a scheduler
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @SuppressWarnings("ArrayRecordComponent") // written and read, never compared
  public record Anchor(
      int row,
      String key,
      String caption,
      Integer matches,
      double[] similarity,
      Double alpha,
      Double beta) {}
}
