// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

/**
 * Receives the progress of long work. The library reports; the caller decides whether and how to
 * show it. Implementations are thread-safe.
 */
public interface Progress {
  /** Shows nothing. */
  Progress NONE = (name, total, unit) -> new Task(amount -> {}, () -> {});

  /**
   * Begins a task.
   *
   * @param name the task's name, such as {@code "mining"}
   * @param total the number of units; -1 if it is unknown
   * @param unit the unit's plural, such as {@code "samples"}
   */
  Task begin(String name, long total, String unit);

  /** Receives a line about the data that were read, which the user should know. */
  default void note(String line) {}

  /** A running task. Close it when it ends, successfully or not. */
  record Task(Advance advance, Runnable end) implements AutoCloseable {
    /** Reports that {@code amount} more units are done. */
    public void advance(long amount) {
      advance.by(amount);
    }

    @Override
    public void close() {
      end.run();
    }
  }

  /** Receives the number of units done since the last call. */
  @FunctionalInterface
  interface Advance {
    void by(long amount);
  }
}
