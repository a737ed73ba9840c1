// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for results of other threads. */
public final class Futures {
  private Futures() {}

  /** Returns the result; a failure is rethrown as it was, so that its message is shown. */
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
