package dev.falcon.cli.internal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C (or SIGTERM) into a request to stop: the JVM's end waits until the work under way
 * has come to a good end. Closed when the work is done.
 */
public final class Interruption implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 600;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "falcon-interruption");
  private volatile boolean requested;

  private Interruption() {}

  /** Begins to listen. */
  public static Interruption listen() {
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /** Whether the work shall stop. */
  public boolean requested() {
    return requested;
  }

  private void stop() {
    requested = true;
    try {
      if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        Thread.currentThread().interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
    if (!requested) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
