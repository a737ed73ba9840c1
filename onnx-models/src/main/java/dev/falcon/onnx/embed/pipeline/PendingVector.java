package dev.falcon.onnx.embed.pipeline;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A vector that is being computed. */
public final class PendingVector {
  private final CompletableFuture<Encoded> outcome = new CompletableFuture<>();

  PendingVector() {}

  /**
   * Waits for the vector. Its batch must be closed, or be filled by another thread.
   *
   * @throws RuntimeException what has stopped the pipeline, such as a graph that failed
   */
  public Encoded await() {
    try {
      return outcome.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw e;
    }
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
