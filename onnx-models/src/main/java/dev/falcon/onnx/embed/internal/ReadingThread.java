// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

/** The thread that reads. Closing this object waits until the thread ends. */
public final class ReadingThread implements AutoCloseable {
  private Thread thread;

  public void start(SampleFeed feed) {
    thread = new Thread(feed, "falcon-read");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    if (thread == null) {
      return;
    }
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
