// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import dev.falcon.data.FalconException;
import dev.falcon.data.PrintableText;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.MappedFiles;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Converts a command's exception to one line on standard error and an exit code. */
public final class Failures {
  private Failures() {}

  /**
   * Reports a command line that cannot be parsed, with the closest valid word; returns exit code 2.
   */
  public static int usage(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().println(name + ": " + oneLine(message(failure, arguments)));
    List<String> suggestions =
        failure instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.of();
    if (!suggestions.isEmpty()) {
      command.getErr().println("Did you mean " + String.join(" or ", suggestions) + "?");
    }
    command.getErr().println("Try '" + name + " --help'.");
    return CommandLine.ExitCode.USAGE;
  }

  /**
   * Returns the error's message. Missing options have the names that the help shows first, and a
   * superfluous word is shown with the word before it.
   */
  private static String message(ParameterException failure, String[] arguments) {
    if (failure instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
      String word = unmatched.getUnmatched().get(0);
      int at = Arrays.asList(arguments).indexOf(word);
      if (at > 0 && !arguments[at - 1].startsWith("-")) {
        return "takes no '%s' after '%s'; put a value of several words in quotes"
                .formatted(word, arguments[at - 1])
            + (at > 1 && arguments[at - 2].startsWith("-")
                ? ", or is it '%s %s%s'?".formatted(arguments[at - 2], arguments[at - 1], word)
                : "");
      }
    }
    if (failure instanceof MissingParameterException missing
        && missing.getMissing().stream().allMatch(ArgSpec::isOption)) {
      return missing.getMissing().stream()
          .map(option -> ((OptionSpec) option).names()[0] + " " + option.paramLabel())
          .collect(Collectors.joining(" and ", "needs ", ""));
    }
    if (failure instanceof MissingParameterException missing && missing.getMissing().size() == 1) {
      ArgSpec several = missing.getMissing().get(0);
      if (several.arity().min() > 1 && !several.isOption()) {
        return "needs at least " + several.arity().min() + ' ' + several.paramLabel();
      }
    }
    return failure.getMessage();
  }

  /**
   * Reports a failed command; returns exit code 2 for a wrong request, and 1 for all other
   * failures.
   *
   * @param command any command of the command line; the one that ran is named
   */
  public static int report(Throwable failure, CommandLine command, ParseResult parsed) {
    if (Interruption.isEnding()) {
      return CommandLine.ExitCode.SOFTWARE;
    }
    CommandSpec ran = parsed == null ? command.getCommandSpec() : last(parsed).commandSpec();
    String name = ran.qualifiedName();
    PrintWriter err = command.getErr();
    Optional<String> known = known(failure);
    if (known.isPresent()) {
      // Interrupted work has already reported its state, and is not a failure of the command.
      err.println(
          (Interruption.isAsked() ? "" : name + ": ") + oneLine(AdvisedFlags.added(known.get())));
      return failure instanceof RequestException
          ? CommandLine.ExitCode.USAGE
          : CommandLine.ExitCode.SOFTWARE;
    }
    boolean verbose = parsed != null && last(parsed).hasMatchedOption("--verbose");
    err.println(name + ": this is a bug in Falcon, please report it: " + oneLine(place(failure)));
    if (verbose) {
      failure.printStackTrace(err);
    } else if (ran.findOption("--verbose") != null) {
      err.println("--verbose shows the whole error.");
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** Returns the command that a command line runs. */
  public static ParseResult last(ParseResult parsed) {
    ParseResult result = parsed;
    while (result.hasSubcommand()) {
      result = result.subcommand();
    }
    return result;
  }

  /** Returns the message for a failure that the user can fix; empty for a bug. */
  private static Optional<String> known(Throwable failure) {
    if (failure instanceof FalconException) {
      return Optional.of(failure.getMessage() + reason(failure.getCause()));
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError && isThreadLimit(cause)) {
        return Optional.of(
            "the system allows no more threads or processes; raise the limit (ulimit -u, or that"
                + " of the container), or use fewer threads");
      }
      if (cause instanceof OutOfMemoryError) {
        long heap = Runtime.getRuntime().maxMemory() >> 20;
        return Optional.of(
            "out of memory ("
                + cause.getMessage()
                + "; the heap may have "
                + heap
                + " MiB): raise it with FALCON_JVM_FLAGS=-Xmx…, or hold less at a time");
      }
      if (cause instanceof StackOverflowError) {
        return Optional.of("an input is nested more deeply than can be read" + at(cause));
      }
      if (isMappedFault(cause)) {
        return Optional.of(mappedFault(at(cause)));
      }
      if (cause instanceof LinkageError) {
        return Optional.of(
            missingTemporary().orElse("a library of this installation cannot be used: " + cause));
      }
      if (cause instanceof InvalidPathException path) {
        return Optional.of(
            path.getInput()
                + ": is not a possible file name in this locale; rename it, or set a UTF-8 locale"
                + " such as LC_ALL=C.UTF-8");
      }
      if (cause instanceof UncheckedIOException || cause instanceof FileSystemException) {
        return Optional.of("a file cannot be read or written: " + cause.getMessage());
      }
    }
    return Optional.empty();
  }

  /** Returns whether a failure is the platform's exception for a thread that cannot be started. */
  private static boolean isThreadLimit(Throwable failure) {
    return String.valueOf(failure.getMessage()).contains("unable to create native thread");
  }

  /**
   * Returns a message about the folder for temporary files if it is missing, since libraries do not
   * name it.
   */
  private static Optional<String> missingTemporary() {
    String folder = System.getProperty("java.io.tmpdir");
    return Folders.isFolder(Path.of(folder))
        ? Optional.empty()
        : Optional.of(
            folder
                + ": the folder for temporary files does not exist; create it, or name another with"
                + " FALCON_JVM_FLAGS=-Djava.io.tmpdir=DIR");
  }

  /** Returns the message for a fault in a mapped file, which the platform does not name. */
  private static String mappedFault(String at) {
    String files =
        MappedFiles.changed().stream().map(Path::toString).collect(Collectors.joining(", "));
    return files.isEmpty()
        ? "a file was truncated while it was read, or its disk is failing" + at
        : files + ": was changed while it was read; the same command reads it again";
  }

  /**
   * Returns whether a failure is the platform's exception for a mapped file that has lost bytes.
   */
  private static boolean isMappedFault(Throwable failure) {
    return failure instanceof InternalError
        && String.valueOf(failure.getMessage()).contains("unsafe memory access");
  }

  /** Returns the reason of an exception whose message is only the file's name. */
  private static String reason(Throwable cause) {
    if (cause instanceof AccessDeniedException denied && denied.getReason() == null) {
      return " (permission denied)";
    }
    if (cause instanceof NoSuchFileException missing && missing.getReason() == null) {
      return " (no such file or folder)";
    }
    return "";
  }

  private static String place(Throwable failure) {
    return failure + at(failure);
  }

  /** Returns the place in Falcon's own code where a failure arose. */
  private static String at(Throwable failure) {
    return Stream.of(failure.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith("dev.falcon."))
        .findFirst()
        .map(frame -> ", at " + frame)
        .orElse("");
  }

  private static String oneLine(String message) {
    return message == null ? "" : PrintableText.line(message.replaceAll("\\s*\\R\\s*", " "));
  }
}
