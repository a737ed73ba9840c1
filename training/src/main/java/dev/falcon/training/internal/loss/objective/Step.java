package dev.falcon.training.internal.loss.objective;

import dev.falcon.training.internal.framework.batch.BatchInputs;
import dev.falcon.training.internal.tensor.Parameters;

/**
 * What an objective is told of a step.
 *
 * @param parameters of the network, before the step
 * @param batch the pairs as tensors
 * @param rows the pairs' numbers among all training pairs
 * @param epoch counted from 0
 * @param number of the step, counted from 0 over the run
 * @param dropout the seed of what the network's own passes drop; they use the next one, too, and a
 *     teacher may use the two after that
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
public record Step(
    Parameters parameters, BatchInputs batch, int[] rows, int epoch, long number, long dropout) {}
