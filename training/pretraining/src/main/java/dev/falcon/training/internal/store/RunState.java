// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

/**
 * The position of a run between two steps.
 *
 * @param epoch the epoch of the next step
 * @param batch the number of the next step within the epoch
 * @param step the number of the next step in the run
 * @param optimiserSteps the number of steps taken by the network's optimiser
 * @param schedulerSteps the number of steps taken by the scheduler's optimiser
 * @param shaping the state of reward shaping
 * @param taken the pairs of the current search space that are already used
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
  /** Returns the state of a new run. */
  public static RunState first(RewardShaping.State shaping) {
    return new RunState(0, 0, 0, 0, 0, shaping, new int[0]);
  }
}
