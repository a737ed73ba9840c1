package dev.falcon.training.internal.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The network's and the scheduler's outputs for some fixed pairs after an epoch: a line of
 * snapshots.jsonl.
 *
 * @param epoch that has ended, counted from 0
 * @param step number of steps taken so far
 * @param levels at which rows of S are sampled
 * @param similarity the mean over the pairs of S at each level, in [-2, 2]
 * @param deviation of S over the pairs at each level
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
   * @param row among the training pairs
   * @param matches number of other pairs' images of which its caption is true; null where that is
   *     unknown
   * @param similarity its row of S at each level
   * @param alpha of its Beta distribution; null without a scheduler
   * @param beta of its Beta distribution; null without a scheduler
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
