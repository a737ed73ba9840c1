package dev.falcon.training.internal.framework.decision;

import ai.djl.ndarray.NDArray;
import java.util.Map;

/**
 * The losses of one batch, and what they were computed from.
 *
 * @param terms 0-d each, by the names that metrics are written under, in their order; a loss that
 *     there is not is left out
 * @param generative that of the batch's own pairs
 * @param vectors unit vectors of the batch
 * @param decision what they pulled towards
 */
public record Losses(
    Map<String, NDArray> terms, TokenLosses generative, BatchVectors vectors, Decision decision) {
  /** The sum of the terms, each of weight 1. */
  public NDArray total() {
    return terms.values().stream().reduce(NDArray::add).orElseThrow();
  }
}
