// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.store.Stateful;
import dev.falcon.training.internal.tensor.Parameters;

/**
 * The training objective: the contrastive loss, the pairs of matching with their labels, and
 * further captions for the generative loss. It may keep state between steps, such as a momentum
 * network or a queue of vectors, which a checkpoint then holds. An objective is created by an
 * {@link ObjectiveProvider}.
 */
public interface Objective extends Stateful, AutoCloseable {
  /**
   * Prepares a step. Called once per step, before the network's own pass. Arrays that it creates
   * belong to the step's memory and may be used until the step's end.
   */
  TargetFactory targets(Step step);

  /** Frees resources other than the engine's arrays. */
  @Override
  default void close() {}

  /**
   * The inputs of a step.
   *
   * @param parameters the network's parameters before the step
   * @param batch the pairs as tensors
   * @param rows the pairs' numbers among all training pairs
   * @param epoch the epoch, counted from 0
   * @param number the number of the step in the run, counted from 0
   * @param dropout the seed of dropout in the network's own passes, which also use the next seed; a
   *     teacher may use the two after that
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  record Step(
      Parameters parameters, BatchInputs batch, int[] rows, int epoch, long number, long dropout) {}
}
