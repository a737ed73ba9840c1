// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The command line that was typed, by which a page shows how its output was made. */
public final class CommandText {
  /** Arguments that a shell reads unchanged without quotes. */
  private static final String PLAIN = "[A-Za-z0-9_@%+=:,./-]+";

  private CommandText() {}

  /** Returns the command line, with quotes where a shell needs them. */
  public static String of(CommandSpec spec) {
    return Stream.concat(
            Stream.of(spec.root().name()),
            spec.root().commandLine().getParseResult().originalArgs().stream())
        .map(CommandText::quoted)
        .collect(Collectors.joining(" "));
  }

  /** Returns an argument quoted so that a POSIX shell reads it unchanged. */
  static String quoted(String argument) {
    return argument.matches(PLAIN) ? argument : "'" + argument.replace("'", "'\\''") + "'";
  }
}
