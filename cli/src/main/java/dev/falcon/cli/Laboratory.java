// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import dev.falcon.cli.internal.again.Remaker;
import dev.falcon.data.RequestException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Unmatched;

/**
 * The laboratory's commands as Falcon knows them without their module: their names, and the line of
 * each in the list of all commands.
 */
final class Laboratory {
  private static final Map<String, String> LINES = new LinkedHashMap<>();

  static {
    LINES.put("train", "Train a vision-language model with FALCON or one of its baselines.");
    LINES.put(
        "finetune",
        "Fine-tune a checkpoint of falcon train for a downstream task, and evaluate it.");
    LINES.put(
        "check-device", "Embed, mine, train and export on a device, and compare with the CPU.");
    LINES.put(
        "reproduce", "Train many variants with several seeds each, and report how they differ.");
    LINES.put(
        "export", "Write a trained model as a folder of ONNX graphs that all other commands open.");
    LINES.put(
        "tell",
        "Caption images, or answer questions about them, with BLIP-2 and an OPT language model.");
  }

  private Laboratory() {}

  /** The service, which is looked for when a command needs it: that opens every jar. */
  private static final class Found {
    static final Optional<AddedCommands> COMMANDS =
        ServiceLoader.load(AddedCommands.class).findFirst();
  }

  /**
   * Adds the commands in the order of the list.
   *
   * @param whole those that get all their options
   */
  static void addTo(CommandLine falcon, Predicate<String> whole, IFactory factory) {
    LINES.forEach(
        (name, line) -> {
          if (whole.test(name)) {
            falcon.addSubcommand(name, command(name, line, factory));
          } else {
            falcon.addSubcommand(name, described(CommandSpec.create(), line));
          }
        });
  }

  private static CommandLine command(String name, String line, IFactory factory) {
    for (Class<?> command : Found.COMMANDS.map(AddedCommands::commands).orElse(List.of())) {
      if (command.getAnnotation(Command.class).name().equals(name)) {
        return new CommandLine(command, factory);
      }
    }
    return new CommandLine(described(CommandSpec.forAnnotatedObject(new Absent()), line));
  }

  private static CommandSpec described(CommandSpec command, String line) {
    command.usageMessage().description(line);
    return command;
  }

  /** Returns a text in the help of one of the commands. */
  static String helpText(String key) {
    return Found.COMMANDS.map(commands -> commands.helpText(key)).orElse("");
  }

  /** Returns what makes outputs of the commands again. */
  static Remaker remaker() {
    return (request, words, inputs) -> {
      String name = request.recorded().provenance().command().replaceAll(" .*", "");
      if (!LINES.containsKey(name)) {
        return false;
      }
      return Found.COMMANDS.orElseThrow(Laboratory::absent).remake(request, words, inputs);
    };
  }

  private static RequestException absent() {
    return new RequestException(
        "this build is without the laboratory, whose commands are "
            + String.join(", ", LINES.keySet())
            + "; in a clone, mvn -Pquick,launcher -DskipTests package builds it");
  }

  /** Stands for a command whose module is absent, and takes all its arguments. */
  @Command
  private static final class Absent implements Callable<Integer> {
    @Unmatched
    @SuppressWarnings("UnusedVariable") // takes all that follows
    private List<String> arguments;

    @Override
    public Integer call() {
      throw absent();
    }
  }
}
