package dev.falcon.training.internal.tensor.engine;

import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import dev.falcon.data.Futures;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * What a step is fed, made one step ahead on a thread of its own: while a device works, the host
 * reads, decodes and copies for the step that follows.
 *
 * <p>What is made lies in a memory of its own, which whoever takes it closes; what nobody has taken
 * goes when this is closed. {@link #begin}, {@link #take} and {@link #close} are one thread's.
 */
public final class Ahead<T> implements AutoCloseable {
  private final NDManager run;
  private final Optional<ExecutorService> thread; // empty where nothing is made ahead
  private CompletableFuture<Made<T>> next; // null where nothing is begun

  /**
   * What was made.
   *
   * @param memory of its tensors
   */
  public record Made<T>(T value, NDManager memory) implements AutoCloseable {
    @Override
    public void close() {
      memory.close();
    }
  }

  /**
   * @param run the manager that memories are opened under
   * @param early false to make everything when it is taken, on the thread that takes it
   */
  public Ahead(NDManager run, boolean early) {
    this.run = run;
    this.thread =
        early ? Optional.of(Executors.newSingleThreadExecutor(Ahead::thread)) : Optional.empty();
  }

  private static Thread thread(Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              JniUtils.setGradMode(false); // which every thread has for itself
              work.run();
            },
            "falcon-inputs");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Begins to make what is taken next.
   *
   * @param work makes it in the memory that it is given
   */
  public void begin(Function<NDManager, T> work) {
    thread.ifPresent(made -> next = CompletableFuture.supplyAsync(() -> make(work), made));
  }

  /**
   * Gives what was begun, once it is there; what went wrong with it is thrown here.
   *
   * @param work makes it where it was not begun
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

  /** Waits for what is being made, and frees it. Had it failed, no step was to see it. */
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
