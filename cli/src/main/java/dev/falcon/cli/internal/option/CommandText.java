package dev.falcon.cli.internal.option;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The line that was typed, for a page to show how its output was made. */
public final class CommandText {
  /** Arguments that a shell takes as they stand. */
  private static final String PLAIN = "[A-Za-z0-9_@%+=:,./-]+";

  private CommandText() {}

  /** The command's line, quoted where a shell would read it otherwise. */
  public static String of(CommandSpec spec) {
    return Stream.concat(
            Stream.of(spec.root().name()),
            spec.root().commandLine().getParseResult().originalArgs().stream())
        .map(CommandText::quoted)
        .collect(Collectors.joining(" "));
  }

  /** An argument as a POSIX shell reads it back. */
  static String quoted(String argument) {
    return argument.matches(PLAIN) ? argument : "'" + argument.replace("'", "'\\''") + "'";
  }
}
