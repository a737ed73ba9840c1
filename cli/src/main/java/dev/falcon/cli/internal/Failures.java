package dev.falcon.cli.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what a command throws into one line on standard error and an exit code. */
public final class Failures {
  private Failures() {}

  /** A command line that cannot be parsed: the line, the nearest right word, exit code 2. */
  public static int usage(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().println(name + ": " + oneLine(message(failure)));
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

  /** What is wrong; options that are missing by the names that the help shows first. */
  private static String message(ParameterException failure) {
    if (failure instanceof MissingParameterException missing
        && missing.getMissing().stream().allMatch(ArgSpec::isOption)) {
      return missing.getMissing().stream()
          .map(option -> ((OptionSpec) option).names()[0] + " " + option.paramLabel())
          .collect(Collectors.joining(" and ", "needs ", ""));
    }
    return failure.getMessage();
  }

  /** A command that failed: 2 for a wrong request, 1 for all else. */
  public static int report(Exception failure, CommandLine command, ParseResult parsed) {
    String name = command.getCommandSpec().qualifiedName();
    if (failure instanceof FalconException) {
      command.getErr().println(name + ": " + oneLine(failure.getMessage()));
      return failure instanceof RequestException
          ? CommandLine.ExitCode.USAGE
          : CommandLine.ExitCode.SOFTWARE;
    }
    command.getErr().println(name + ": this is a bug of Falcon's; please report what follows");
    failure.printStackTrace(command.getErr());
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static String oneLine(String message) {
    return message == null ? "" : message.replaceAll("\\s*\\R\\s*", " ");
  }
}
