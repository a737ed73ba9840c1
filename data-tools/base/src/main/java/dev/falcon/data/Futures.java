// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

/** Threads that work for others, and results to wait for. */
public final class Futures {
  private Futures() {}

  /**
   * Returns a pool whose threads run already, and do not keep the process alive: where the system
   * allows no more threads, no work begins.
   */
  public static ExecutorService pool(int threads, String name) {
    ThreadPoolExecutor pool =
        (ThreadPoolExecutor)
            Executors.newFixedThreadPool(
                threads,
                work -> {
                  Thread thread = new Thread(work, name);
                  thread.setDaemon(true);
                  return thread;
                });
    pool.prestartAllCoreThreads();
    return pool;
  }

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
