// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Writes files in parallel. */
public final class ParallelWrites {
  private ParallelWrites() {}

  /**
   * Runs an action for each number below a count, in parallel. When this method returns or throws,
   * all actions have ended. A parallel stream alone would throw while other threads still write,
   * and the caller would then unlock the folder too early.
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
