package dev.falcon.cli.internal.option;

import dev.falcon.data.RequestException;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Refuses options that have no effect beside the others that are given, or without them. */
public final class OptionNeeds {
  private OptionNeeds() {}

  /** Refuses an option that is given without any of the others. */
  public static void require(CommandSpec command, String option, String... oneOf) {
    ParseResult given = command.commandLine().getParseResult();
    if (given.hasMatchedOption(option) && Stream.of(oneOf).noneMatch(given::hasMatchedOption)) {
      throw new RequestException(option + " requires " + String.join(" or ", oneOf));
    }
  }

  /** Refuses an option that is given with any of the others. */
  public static void refuse(CommandSpec command, String option, String... others) {
    ParseResult given = command.commandLine().getParseResult();
    if (given.hasMatchedOption(option)) {
      Stream.of(others)
          .filter(given::hasMatchedOption)
          .findFirst()
          .ifPresent(
              other -> {
                throw new RequestException(option + " has no effect with " + other + "; omit it");
              });
    }
  }
}
