package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import java.util.Map;

/**
 * The losses of one batch, and the values from which they were computed.
 *
 * @param terms 0-d each, by their names in the metrics, in order; a missing loss is left out
 * @param generative that of the batch's own pairs
 * @param vectors unit vectors of the batch
 * @param decision their targets
 */
public record Losses(
    Map<String, NDArray> terms,
    TokenLosses generative,
    BatchVectors vectors,
    ObjectiveTargets decision) {
  /** The sum of the terms, each of weight 1. */
  public NDArray total() {
    return terms.values().stream().reduce(NDArray::add).orElseThrow();
  }
}
