package dev.falcon.training.internal.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What the network and the scheduler make of some pairs, always the same, after an epoch: a line of
 * snapshots.jsonl.
 *
 * @param epoch that has ended, counted from 0
 * @param step steps taken so far
 * @param levels at which rows of S are read
 * @param similarity the mean over the pairs of S at each level, in [-2, 2]
 * @param deviation over the pairs, of the same
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
   * @param matches how many other pairs' images its caption is truly of; null where that is not
   *     known
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
