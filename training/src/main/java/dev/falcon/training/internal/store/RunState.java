package dev.falcon.training.internal.store;

/**
 * Position of a run between two steps.
 *
 * @param epoch of the next step
 * @param batch of the next step within the epoch
 * @param step the next step's number over the run
 * @param optimiserSteps taken by the network's optimiser
 * @param schedulerSteps taken by the scheduler's
 * @param shaping of the reward
 * @param taken members of the current search space that are used
 */
@SuppressWarnings("ArrayRecordComponent") // written and read, never compared
public record RunState(
    int epoch,
    int batch,
    long step,
    long optimiserSteps,
    long schedulerSteps,
    RewardShaping.State shaping,
    int[] taken) {
  /** The state of a new run. */
  public static RunState first(RewardShaping.State shaping) {
    return new RunState(0, 0, 0, 0, 0, shaping, new int[0]);
  }
}
