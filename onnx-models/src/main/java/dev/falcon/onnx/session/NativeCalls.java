// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.RunOptions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The calls into ONNX Runtime that use its environment. When the JVM shuts down, ONNX Runtime's
 * Java part frees the environment, and a call that is still computing then crashes the process.
 * Before a shutdown, {@link #stop} therefore waits for the calls that have begun and prevents
 * others from beginning.
 */
final class NativeCalls {
  /** A call, which must not make another one. */
  interface Call<T> {
    T make() throws OrtException;
  }

  private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
  private static volatile boolean stopped;

  /** The options of all runs; null before the first run. */
  private static RunOptions options;

  private NativeCalls() {}

  /** Returns the options of runs, through which {@link #stop} interrupts them. */
  static synchronized RunOptions options() throws OrtException {
    if (options == null) {
      options = new RunOptions();
    }
    return options;
  }

  /** Makes a call. Does not return if calls were stopped before or during it. */
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

  /** Blocks until the process ends, since the result of an interrupted call is of no use. */
  private static void awaitEnd() {
    while (stopped) {
      LockSupport.park();
    }
  }

  /**
   * Stops calls permanently. A running graph ends after its current operator.
   *
   * @param seconds how long to wait for calls that have begun, in seconds
   * @return whether all calls have ended
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
