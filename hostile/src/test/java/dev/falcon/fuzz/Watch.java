// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ends the process, and keeps the input, where one is read without an end. */
final class Watch {
  private static final long MOST_NANOS = 60_000_000_000L;
  private static final long PAUSE_MILLIS = 1000;

  private final Path file;
  private volatile byte[] input = {};
  private volatile long begun;
  private volatile boolean ended;

  private Watch(Path file) {
    this.file = file;
  }

  /**
   * Begins to look, in a thread of its own.
   *
   * @param file where the input is kept
   */
  static Watch start(Path file) {
    Watch watch = new Watch(file);
    Thread thread = new Thread(watch::look, "watch");
    thread.setDaemon(true);
    thread.start();
    return watch;
  }

  /** An input is read from now on. */
  void begin(byte[] bytes) {
    begun = System.nanoTime();
    input = bytes;
  }

  /** Nothing is read any more. */
  void end() {
    begin(new byte[0]);
    ended = true;
  }

  private void look() {
    try {
      begun = System.nanoTime();
      while (System.nanoTime() - begun < MOST_NANOS) {
        Thread.sleep(PAUSE_MILLIS);
        if (ended) {
          return;
        }
      }
      Files.write(file, input);
      System.out.println(file + ": is read without an end");
      Runtime.getRuntime().halt(1);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
