// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Tasks that run when this process ends: they end the processes that it has started, then remove
 * its temporary folders. They run when the JVM shuts down, or earlier, in {@link #run}, if the
 * process ends without the JVM's shutdown hooks.
 */
public final class AtExit {
  private static final Deque<Runnable> TASKS = new ArrayDeque<>();
  private static boolean hooked;

  private AtExit() {}

  /**
   * Adds a task; tasks run in the reverse order of their addition.
   *
   * @param task runs once, possibly while other threads still work
   * @throws IllegalStateException if the JVM is shutting down
   */
  public static void add(Runnable task) {
    synchronized (TASKS) {
      hook();
      TASKS.addFirst(task);
    }
  }

  /** Adds a task that runs after all tasks that {@link #add} has added. */
  static void addLast(Runnable task) {
    synchronized (TASKS) {
      hook();
      TASKS.addLast(task);
    }
  }

  private static void hook() {
    if (!hooked) {
      Runtime.getRuntime().addShutdownHook(new Thread(AtExit::run, "falcon-exit"));
      hooked = true;
    }
  }

  /**
   * Runs the tasks. A task that fails does not prevent the others from running; its failure is
   * thrown at the end.
   */
  public static synchronized void run() {
    RuntimeException failure = null;
    for (Runnable task = next(); task != null; task = next()) {
      try {
        task.run();
      } catch (RuntimeException e) {
        if (failure != null) {
          e.addSuppressed(failure);
        }
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static Runnable next() {
    synchronized (TASKS) {
      return TASKS.poll();
    }
  }
}
