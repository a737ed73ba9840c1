// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.pipeline;

import dev.falcon.data.Futures;
import java.util.concurrent.CompletableFuture;

/** A vector that is being computed. */
public final class PendingVector {
  private final CompletableFuture<Encoded> outcome = new CompletableFuture<>();

  PendingVector() {}

  /**
   * Waits for the vector and returns it. The vector's batch must be closed, or be filled by another
   * thread.
   *
   * @throws RuntimeException the failure that stopped the pipeline, such as that of a graph
   */
  public Encoded await() {
    return Futures.join(outcome);
  }

  boolean isSettled() {
    return outcome.isDone();
  }

  void settle(Encoded encoded) {
    outcome.complete(encoded);
  }

  void fail(Throwable failure) {
    outcome.completeExceptionally(failure);
  }
}
