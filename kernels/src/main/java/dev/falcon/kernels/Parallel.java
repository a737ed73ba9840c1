// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import dev.falcon.data.Futures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** A fixed number of threads that share numbered pieces of work. */
public final class Parallel implements AutoCloseable {
  private final int threads;
  private final ExecutorService executor;

  /**
   * Creates a pool of threads.
   *
   * @param threads the number of threads, at least 1; with 1, the calling thread does the work
   */
  public Parallel(int threads) {
    this.threads = threads;
    this.executor = threads == 1 ? null : Futures.pool(threads, "falcon-mining");
  }

  /** Returns the number of threads. */
  public int threads() {
    return threads;
  }

  /**
   * Processes pieces 0 to count - 1, each once, in no particular order.
   *
   * @param worker creates one thread's processor of pieces, with its own buffers
   */
  public void forEach(int count, Supplier<IntConsumer> worker) {
    if (executor == null) {
      IntConsumer work = worker.get();
      for (int piece = 0; piece < count; piece++) {
        work.accept(piece);
      }
      return;
    }
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> futures = new ArrayList<>();
    for (int t = 0; t < Math.min(threads, count); t++) {
      futures.add(
          executor.submit(
              () -> {
                IntConsumer work = worker.get();
                for (int piece = next.getAndIncrement();
                    piece < count;
                    piece = next.getAndIncrement()) {
                  work.accept(piece);
                }
              }));
    }
    for (Future<?> future : futures) {
      await(future);
    }
  }

  private static void await(Future<?> future) {
    try {
      future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw (RuntimeException) e.getCause(); // the work throws no checked exception
    }
  }

  @Override
  public void close() {
    if (executor != null) {
      executor.shutdownNow();
    }
  }
}
