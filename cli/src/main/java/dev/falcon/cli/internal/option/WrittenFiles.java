// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The check, for every command, that no two of its outputs are the same file, and that none is a
 * file which it reads. The rules of each output, such as what may be replaced, are its own.
 */
public final class WrittenFiles {
  /** The options that name outputs, of all commands; those of caches and labels name folders. */
  public static final Set<String> OPTIONS =
      Set.of(
          "--out",
          "--output-dir",
          "--html",
          "--candidates",
          "--batches",
          "--write-veto",
          "--write-positives",
          "--junit",
          "--static");

  /** The signs between paths within one argument. */
  private static final String SEPARATORS = "::|,|=|:(probability)?$";

  private WrittenFiles() {}

  /**
   * A path that an argument names.
   *
   * @param argument the argument's name, for messages
   */
  private record Named(String argument, Path path) {}

  /**
   * Refuses a command of which an output is another output, the record beside another output, or a
   * file that is read.
   */
  public static void requireApart(ParseResult command) {
    List<Named> outputs = new ArrayList<>();
    List<Named> inputs = new ArrayList<>();
    for (OptionSpec option : command.matchedOptions()) {
      boolean written = List.of(option.names()).stream().anyMatch(OPTIONS::contains);
      collect(option, option.longestName(), written, written ? outputs : inputs);
    }
    command
        .matchedPositionals()
        .forEach(argument -> collect(argument, argument.paramLabel(), false, inputs));
    for (int i = 0; i < outputs.size(); i++) {
      Named output = outputs.get(i);
      for (Named other : outputs.subList(0, i)) {
        requireApart(other, output);
      }
      for (Named input : inputs) {
        if (Folders.isFile(input.path()) && isSame(output.path(), input.path())) {
          throw new RequestException(output.path() + ": is read; name another file");
        }
      }
    }
  }

  private static void requireApart(Named one, Named other) {
    if (isSame(one.path(), other.path())) {
      throw new RequestException(
          String.format(
              "%s: is named by %s and by %s; name two files",
              other.path(), one.argument(), other.argument()));
    }
    for (Named[] pair : new Named[][] {{one, other}, {other, one}}) {
      Path record = pair[0].path().resolveSibling(pair[0].path().getFileName() + ".json");
      if (isSame(record, pair[1].path())) {
        throw new RequestException(
            String.format(
                "%s: is the record that is written beside the file of %s; name another file with"
                    + " %s",
                pair[1].path(), pair[0].argument(), pair[1].argument()));
      }
    }
  }

  private static void collect(ArgSpec argument, String name, boolean written, List<Named> into) {
    for (String value : argument.originalStringValues()) {
      path(value).ifPresent(path -> into.add(new Named(name, path)));
      if (!written) {
        for (String part : value.split(SEPARATORS, -1)) {
          path(part).ifPresent(path -> into.add(new Named(name, path)));
        }
      }
    }
  }

  private static Optional<Path> path(String value) {
    try {
      return value.isEmpty() ? Optional.empty() : Optional.of(Path.of(value));
    } catch (InvalidPathException e) {
      return Optional.empty(); // refused where it is read
    }
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize())
          || (Folders.exists(one) && Folders.exists(other) && Files.isSameFile(one, other));
    } catch (IOException e) {
      throw new FalconException(
          one + ": cannot be compared with " + other + ": " + e.getMessage(), e);
    }
  }
}
