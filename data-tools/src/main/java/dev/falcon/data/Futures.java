package dev.falcon.data;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for what another thread makes. */
public final class Futures {
  private Futures() {}

  /** The result; what stopped its making is thrown as it was there, so that its message is seen. */
  public static <T> T join(CompletableFuture<T> future) {
    try {
      return future.join();
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
}
