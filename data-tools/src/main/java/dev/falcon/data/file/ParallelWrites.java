package dev.falcon.data.file;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Writes files in parallel. */
public final class ParallelWrites {
  private ParallelWrites() {}

  /**
   * Runs an action for each number below a count, in parallel. When this returns or throws, all
   * actions have ended: a parallel stream alone throws while other threads still write, after the
   * caller has unlocked the folder.
   */
  public static void each(int count, IntConsumer body) {
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    IntStream.range(0, count)
        .parallel()
        .forEach(
            i -> {
              if (failure.get() == null) {
                try {
                  body.accept(i);
                } catch (RuntimeException e) {
                  failure.compareAndSet(null, e);
                }
              }
            });
    if (failure.get() != null) {
      throw failure.get();
    }
  }
}
