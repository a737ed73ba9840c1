package dev.falcon.data.file;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Files that are written at the same time. */
public final class ParallelWrites {
  private ParallelWrites() {}

  /**
   * Does something for each number below a count, at the same time. When this returns or throws,
   * nothing of it goes on: a parallel stream by itself throws while other threads still write,
   * after whoever asked has let go of the folder.
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
