// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import dev.falcon.data.Futures;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Prepares a step's inputs one step ahead on its own thread: while a device computes, the host
 * reads, decodes and copies for the next step.
 *
 * <p>Inputs are created in a separate memory, which the caller of {@link #take} closes. Inputs that
 * were not taken are freed when the prefetcher is closed. {@link #begin}, {@link #take} and {@link
 * #close} must be called from one thread.
 */
public final class Prefetcher<T> implements AutoCloseable {
  private final NDManager run;
  private final Optional<ExecutorService> thread; // empty if nothing is prepared ahead
  private CompletableFuture<Made<T>> next; // null if nothing has begun

  /**
   * Prepared inputs.
   *
   * @param value the inputs
   * @param memory the memory of their tensors
   */
  public record Made<T>(T value, NDManager memory) implements AutoCloseable {
    @Override
    public void close() {
      memory.close();
    }
  }

  /**
   * @param run the parent manager of the memories
   * @param early whether inputs are prepared ahead; otherwise they are prepared when they are
   *     taken, on the calling thread
   */
  public Prefetcher(NDManager run, boolean early) {
    this.run = run;
    this.thread =
        early
            ? Optional.of(Executors.newSingleThreadExecutor(Prefetcher::thread))
            : Optional.empty();
  }

  private static Thread thread(Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              JniUtils.setGradMode(false); // thread-confined
              work.run();
            },
            "falcon-inputs");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts to prepare the inputs that will be taken next.
   *
   * @param work creates the inputs in the given memory
   */
  public void begin(Function<NDManager, T> work) {
    thread.ifPresent(made -> next = CompletableFuture.supplyAsync(() -> make(work), made));
  }

  /**
   * Waits for the inputs that were begun and returns them. A failure of their preparation is thrown
   * here.
   *
   * @param work creates the inputs if they were not begun
   */
  public Made<T> take(Function<NDManager, T> work) {
    if (next == null) {
      return make(work);
    }
    CompletableFuture<Made<T>> begun = next;
    next = null;
    return Futures.join(begun);
  }

  private Made<T> make(Function<NDManager, T> work) {
    NDManager memory = run.newSubManager();
    try {
      return new Made<>(work.apply(memory), memory);
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
  }

  /**
   * Waits for inputs that are being prepared and frees them. Their failure is ignored, since no
   * step needs them.
   */
  @Override
  public void close() {
    if (next != null) {
      next.handle(
              (made, failure) -> {
                if (made != null) {
                  made.close();
                }
                return null;
              })
          .join();
      next = null;
    }
    thread.ifPresent(ExecutorService::shutdown);
  }
}
