// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.internal.option.EnumValues;
import dev.falcon.cli.internal.process.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** An option that is given twice is a list, or is refused: no option resets another. */
class RepeatedOptionsTest {
  private static final List<String> VALUES =
      List.of("1", "0.5", "1GB", "0/2", "auto", "x", "NAME=FILE", "train:1");

  @TempDir Path folder;

  /** A command by the words after {@code falcon}. */
  private record Named(String words, CommandLine command) {
    @Override
    public String toString() {
      return words;
    }

    List<OptionSpec> options() {
      return command.getCommandSpec().options().stream()
          .filter(option -> !option.usageHelp() && !option.versionHelp())
          .toList();
    }

    private String[] with(List<String> arguments) {
      List<String> all =
          new ArrayList<>(words.isEmpty() ? List.of() : List.of(words.split(" ", -1)));
      all.addAll(arguments);
      return all.toArray(String[]::new);
    }
  }

  private static Stream<Named> commands() {
    List<Named> commands = new ArrayList<>();
    Deque<Named> left = new ArrayDeque<>(List.of(new Named("", FalconCommand.whole())));
    while (!left.isEmpty()) {
      Named next = left.pop();
      commands.add(next);
      next.command()
          .getSubcommands()
          .forEach((name, command) -> left.add(new Named((next + " " + name).strip(), command)));
    }
    return commands.stream();
  }

  /** All spellings, the usual one first. */
  private static Set<String> spellings(CommandLine command, OptionSpec option) {
    Set<String> spellings = new LinkedHashSet<>(Arrays.asList(option.names()));
    if (option.negatable()) {
      for (String name : option.names()) {
        spellings.add(
            command.getNegatableOptionTransformer().makeNegative(name, command.getCommandSpec()));
      }
    }
    for (String name : List.copyOf(spellings)) {
      spellings.add(name.replaceAll("(?<=\\w)-", "_"));
    }
    return spellings;
  }

  /** Returns an option with a value that its type takes. */
  private static List<String> given(OptionSpec option, String name, String value) {
    return switch (option.arity().max()) {
      case 0 -> List.of(name);
      case 1 -> List.of(name + "=" + value);
      default -> List.of(name, value, value);
    };
  }

  private static String value(Named named, OptionSpec option) {
    Stream<String> constants =
        EnumValues.type(option).stream()
            .flatMap(type -> Arrays.stream(type.getEnumConstants()))
            .map(EnumValues::written);
    return Stream.concat(constants, VALUES.stream())
        .filter(value -> errors(named, given(option, option.names()[0], value)).isEmpty())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no value for " + option));
  }

  /** Returns what is wrong with options, but for others that are missing. */
  private static List<Exception> errors(Named named, List<String> options) {
    return parsed(named, options).errors().stream()
        .filter(error -> !(error instanceof CommandLine.MissingParameterException))
        .toList();
  }

  private static ParseResult parsed(Named named, List<String> options) {
    CommandLine command = named.command();
    EnumValues.in(command);
    command.getCommandSpec().parser().collectErrors(true);
    return Failures.last(
        command.getCommandSpec().root().commandLine().parseArgs(named.with(options)));
  }

  private void requireRefused(Named named, OptionSpec option, List<String> arguments) {
    Cli.Result result = Cli.launch((Object[]) named.with(arguments));
    String[] lines = result.errors().split("\n", -1);
    assertThat(result.exitCode()).as("%s %s: %s", named, arguments, result).isEqualTo(2);
    assertThat(lines[0])
        .startsWith(("falcon " + named).strip() + ": ")
        .contains("'" + option.longestName() + "'")
        .contains("only once");
    assertThat(lines[1]).startsWith("Try '");
    assertThat(result.output()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void isAListOrRefused(Named named) throws IOException {
    for (OptionSpec option : named.options()) {
      String value = value(named, option);
      String usual = option.names()[0];
      List<String> once = given(option, usual, value);
      Path file = Files.writeString(folder.resolve("arguments"), String.join("\n", once));
      for (String spelling : spellings(named.command(), option)) {
        List<String> again = given(option, spelling, value);
        List<String> twice = new ArrayList<>(once);
        twice.addAll(again);
        if (option.isMultiValue()) {
          if (spelling.equals(usual)) {
            ParseResult result = parsed(named, twice);
            assertThat(result.matchedOption(usual).stringValues())
                .as("%s %s", named, twice)
                .hasSize(2 * option.arity().max());
          }
          continue;
        }
        requireRefused(named, option, twice);
        List<String> alsoInFile = new ArrayList<>(List.of("@" + file));
        alsoInFile.addAll(again);
        requireRefused(named, option, alsoInFile);
      }
    }
  }

  /** Headings of the help are no groups, since a repeated option begins a second group. */
  @Test
  void noCommandHasGroups() {
    assertThat(commands())
        .hasSizeGreaterThan(30)
        .allMatch(named -> named.command().getCommandSpec().argGroups().isEmpty());
  }
}
