package dev.falcon.cli.internal;

import java.io.PrintWriter;
import java.util.function.Supplier;

/**
 * Work that goes on where it stopped when the same command is given again, and says so if Ctrl-C or
 * SIGTERM ends the JVM before it is done.
 */
final class Resumable {
  private Resumable() {}

  /**
   * Does the work.
   *
   * @param command the command's name
   */
  static <T> T run(String command, PrintWriter err, Supplier<T> work) {
    Thread lastWord =
        new Thread(
            () -> {
              // The terminal's own ^C stands at the end of an unfinished line.
              err.println();
              err.println(command + ": stopped; the same command goes on from here");
              err.flush();
            },
            "falcon-last-word");
    Runtime runtime = Runtime.getRuntime();
    runtime.addShutdownHook(lastWord);
    try {
      return work.get();
    } finally {
      if (lastWord.getState() == Thread.State.NEW) {
        runtime.removeShutdownHook(lastWord);
      }
    }
  }
}
