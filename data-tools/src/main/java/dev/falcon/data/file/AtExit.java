package dev.falcon.data.file;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Tasks for the end of the process: to end the processes that it has started, then to remove its
 * temporary folders. They are done when the JVM shuts down, or before, by {@link #run}, if the
 * process ends without the JVM's own hooks.
 */
public final class AtExit {
  private static final Deque<Runnable> TASKS = new ArrayDeque<>();
  private static boolean hooked;

  private AtExit() {}

  /**
   * Adds a task; those that are added last are done first.
   *
   * @param task may be done while other threads still work; is done once
   * @throws IllegalStateException if the JVM is shutting down
   */
  public static void add(Runnable task) {
    synchronized (TASKS) {
      hook();
      TASKS.addFirst(task);
    }
  }

  /** Adds a task that is done after all that {@link #add} has added. */
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
   * Does what was added. A failed task does not keep the others from being done; its failure is
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
