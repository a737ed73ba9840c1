// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs a command in this JVM and keeps what it says. */
public final class Cli {
  private Cli() {}

  /** What a command has said and how it ended. */
  public record Result(int exitCode, String output, String errors) {}

  public static Result launch(Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = arguments[i].toString();
    }
    int exitCode = Main.run(new PrintWriter(out), new PrintWriter(err), words);
    return new Result(exitCode, out.toString(), err.toString());
  }
}
