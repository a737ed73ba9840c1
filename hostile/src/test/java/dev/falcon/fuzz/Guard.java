// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import com.sun.management.ThreadMXBean;
import dev.falcon.data.FalconException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/** What every reader promises of every input, whatever the bytes. */
final class Guard {
  /** A table is read once for every type of column. */
  private static final long BYTES_PER_BYTE = 512;

  private static final double MOST_SECONDS = 1;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Guard() {}

  /** An input that broke a promise. */
  static final class BrokenPromise extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BrokenPromise(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Reads an input.
   *
   * @return whether it was read; false where it was refused as it should be
   * @throws BrokenPromise where something else was thrown, or too much memory or time taken
   */
  static boolean measured(Input target, byte[] bytes, Path scratch) throws IOException {
    long allocated = THREADS.getCurrentThreadAllocatedBytes();
    long begun = THREADS.getCurrentThreadCpuTime();
    boolean whole = read(target, bytes, scratch);
    double seconds = (THREADS.getCurrentThreadCpuTime() - begun) / 1e9;
    long taken = THREADS.getCurrentThreadAllocatedBytes() - allocated;
    if (taken > target.freeBytes() + BYTES_PER_BYTE * bytes.length) {
      throw new BrokenPromise(
          target.label() + ": took " + (taken >> 20) + " MiB for " + bytes.length + " bytes", null);
    }
    if (seconds > MOST_SECONDS) {
      throw new BrokenPromise(target.label() + ": took more than a second of the processor", null);
    }
    return whole;
  }

  /** The same, but for memory and time, which Jazzer's own work would count in. */
  static boolean read(Input target, byte[] bytes, Path scratch) throws IOException {
    try {
      target.read(bytes, scratch);
      return true;
    } catch (FalconException e) {
      if (e.getMessage() == null || e.getMessage().isBlank()) {
        throw new BrokenPromise(target.label() + ": a failure without a message", e);
      }
      return false;
    } catch (RuntimeException | Error e) {
      throw new BrokenPromise(target.label() + ": threw " + e + place(e), e);
    }
  }

  private static String place(Throwable failure) {
    for (StackTraceElement frame : failure.getStackTrace()) {
      if (frame.getClassName().startsWith("dev.falcon.")
          && !frame.getClassName().contains("fuzz")) {
        return " at " + frame;
      }
    }
    return "";
  }
}
