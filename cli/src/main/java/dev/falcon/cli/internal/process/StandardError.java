// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Standard error as set up by the launcher, which connects it to a process that passes it on. A
 * file to which it was redirected should be complete when Falcon has ended.
 */
public final class StandardError {
  private static final long PATIENCE_SECONDS = 2;

  private StandardError() {}

  /** Closes standard error and waits until all of it has been passed on. */
  public static void close() {
    Optional<ProcessHandle> reader =
        Optional.ofNullable(Long.getLong("falcon.stderr")).flatMap(ProcessHandle::of);
    if (reader.isEmpty()) {
      return;
    }
    System.err.close();
    try {
      reader.get().onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // A child process may still hold it open, so that its output arrives later.
      return;
    }
  }
}
