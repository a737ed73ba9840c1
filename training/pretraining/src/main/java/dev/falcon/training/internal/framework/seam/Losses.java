// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import java.util.Map;

/**
 * The losses of one batch, and the values from which they were computed.
 *
 * @param terms the loss terms, each 0-d, by their names in the metrics, in order; a missing loss is
 *     left out
 * @param generative the generative loss of the batch's own pairs
 * @param vectors the unit vectors of the batch
 * @param decision the targets of the losses
 */
public record Losses(
    Map<String, NDArray> terms,
    TokenLosses generative,
    BatchVectors vectors,
    ObjectiveTargets decision) {
  /** Returns the sum of the terms, each with weight 1. */
  public NDArray total() {
    return terms.values().stream().reduce(NDArray::add).orElseThrow();
  }
}
