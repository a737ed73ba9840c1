// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import dev.falcon.data.RequestException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code falcon help}: the help of a command, or all options that a word belongs to. */
@Command(
    name = "help",
    helpCommand = true,
    description = {"Show the help of a command, or find a word in the help of all commands.", ""})
final class HelpCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND|WORD",
      description = "A command, such as eval datacomp, or any other word, such as margin.")
  private List<String> words = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    CommandLine command = spec.root().commandLine();
    for (String word : words) {
      command = command.getSubcommands().get(word);
      if (command == null) {
        find(spec.root().commandLine(), String.join(" ", words), out);
        return ExitCode.OK;
      }
    }
    out.print(command.getUsageMessage());
    out.flush();
    return ExitCode.OK;
  }

  private static void find(CommandLine falcon, String word, PrintWriter out) {
    if (!show(falcon, word.toLowerCase(Locale.ROOT), out)) {
      throw new RequestException(
          "no command, and no word in the help of one: '" + word + "'; see falcon --help");
    }
    out.flush();
  }

  /** Prints the options of a command and its subcommands that contain a word. */
  private static boolean show(CommandLine command, String word, PrintWriter out) {
    Help help = command.getHelp();
    boolean found = false;
    List<OptionSpec> options =
        command.getCommandSpec().options().stream()
            .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
            .filter(
                option -> contains(word, option.names()) || contains(word, option.description()))
            .toList();
    if (!options.isEmpty()) {
      out.println(command.getCommandSpec().qualifiedName());
      out.println(help.optionListExcludingGroups(options));
      found = true;
    }
    for (Map.Entry<String, CommandLine> each : command.getSubcommands().entrySet()) {
      found |= show(each.getValue(), word, out);
    }
    return found;
  }

  private static boolean contains(String word, String[] texts) {
    return Stream.of(texts).anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(word));
  }
}
