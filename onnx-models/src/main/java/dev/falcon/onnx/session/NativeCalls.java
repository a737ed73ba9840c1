package dev.falcon.onnx.session;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.RunOptions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The calls into ONNX Runtime that use its environment. At the JVM's shutdown ONNX Runtime's Java
 * part frees the environment, and a call that still computes then crashes the process. Before a
 * shutdown {@link #stop} therefore waits for the calls that have begun, and lets no other begin.
 */
final class NativeCalls {
  /** A call, which makes no other one. */
  interface Call<T> {
    T make() throws OrtException;
  }

  private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
  private static volatile boolean stopped;

  /** Of all runs; null before the first. */
  private static RunOptions options;

  private NativeCalls() {}

  /** The options of runs that {@link #stop} interrupts. */
  static synchronized RunOptions options() throws OrtException {
    if (options == null) {
      options = new RunOptions();
    }
    return options;
  }

  /** Makes a call. Does not return where calls were stopped before or meanwhile. */
  static <T> T make(Call<T> call) throws OrtException {
    LOCK.readLock().lock();
    try {
      if (!stopped) {
        return call.make();
      }
    } finally {
      LOCK.readLock().unlock();
      awaitEnd();
    }
    throw new IllegalStateException("the process ends");
  }

  /** The result of an interrupted call is of no use: the process ends. */
  private static void awaitEnd() {
    while (stopped) {
      LockSupport.park();
    }
  }

  /**
   * Stops calls for good. A graph that runs ends after the operator that it computes.
   *
   * @param seconds how long to wait for those that have begun
   * @return whether all have ended
   */
  static boolean stop(int seconds) {
    stopped = true;
    try {
      interruptRuns();
      return LOCK.writeLock().tryLock(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (OrtException e) {
      throw new IllegalStateException("runs cannot be interrupted", e);
    }
  }

  private static synchronized void interruptRuns() throws OrtException {
    if (options != null) {
      options.setTerminate(true);
    }
  }
}
