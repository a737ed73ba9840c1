// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import dev.falcon.cli.data.DataCommand;
import dev.falcon.cli.data.ModelCommand;
import dev.falcon.cli.eval.EvalCommand;
import dev.falcon.cli.internal.builtin.QuickStart;
import dev.falcon.cli.internal.option.NamedDatasets;
import dev.falcon.cli.internal.option.PolicyHelp;
import dev.falcon.cli.internal.process.VersionText;
import dev.falcon.cli.mine.AuditCommand;
import dev.falcon.cli.mine.JudgeCommand;
import dev.falcon.cli.mine.LabelCommand;
import dev.falcon.cli.mine.ListsCommand;
import dev.falcon.cli.mine.MergeCommand;
import dev.falcon.cli.mine.MineCommand;
import dev.falcon.cli.mine.StatusCommand;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code falcon}: the root of all commands. */
@Command(
    name = "falcon",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    description = "Negatives for vision-language training: mined, audited, evaluated.",
    footer = {
      "",
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but some inputs were rejected."
    })
final class FalconCommand implements Runnable {
  private static final List<Class<?>> COMMANDS =
      List.of(
          MineCommand.class,
          ListsCommand.class,
          MergeCommand.class,
          StatusCommand.class,
          AuditCommand.class,
          LabelCommand.class,
          JudgeCommand.class,
          EvalCommand.class,
          EmbedCommand.class);

  private static final List<Class<?>> AFTER_LABORATORY =
      List.of(
          VerifyCommand.class,
          DataCommand.class,
          ModelCommand.class,
          CompletionCommand.class,
          HelpCommand.class);

  /** Creates commands with what they are handed in. */
  private static final class Factory implements IFactory {
    private final IFactory others = CommandLine.defaultFactory();

    @Override
    public <K> K create(Class<K> type) throws Exception {
      if (type == MineCommand.class) {
        return type.cast(new MineCommand(new QuickStart(), new NamedDatasets()));
      }
      return type == ListsCommand.class
          ? type.cast(new ListsCommand(new QuickStart(), new NamedDatasets()))
          : others.create(type);
    }
  }

  @Spec private CommandSpec spec;

  /** Returns all commands with all their options. */
  static CommandLine whole() {
    return with(name -> true);
  }

  /**
   * Returns all commands, with the options of those that the arguments name; the others have only a
   * name and a description. Reading all options would take half the time of a short run.
   */
  static CommandLine forArguments(String... arguments) {
    List<String> given = Arrays.asList(arguments);
    for (String argument : given) {
      // The completion script and help need all commands; a file of arguments may name any, and so
      // may the folder that merge completes, and the output that verify makes again.
      if (argument.equals("generate-completion")
          || argument.equals("help")
          || argument.equals("merge")
          || argument.equals("--again")
          || argument.startsWith("@")) {
        return whole();
      }
    }
    return with(given::contains);
  }

  private static CommandLine with(Predicate<String> whole) {
    CommandLine falcon = new CommandLine(new FalconCommand(), new Factory());
    add(COMMANDS, falcon, whole);
    Laboratory.addTo(falcon, whole, new Factory());
    add(AFTER_LABORATORY, falcon, whole);
    return falcon.setResourceBundle(new PolicyHelp(Laboratory::helpText));
  }

  private static void add(List<Class<?>> commands, CommandLine falcon, Predicate<String> whole) {
    for (Class<?> command : commands) {
      Command annotation = command.getAnnotation(Command.class);
      falcon.addSubcommand(
          whole.test(annotation.name())
              ? new CommandLine(command, new Factory())
              : outline(annotation));
    }
  }

  private static CommandSpec outline(Command annotation) {
    CommandSpec outline = CommandSpec.create().name(annotation.name());
    outline.usageMessage().header(annotation.header()).description(annotation.description());
    return outline;
  }

  @Override
  public void run() {
    PrintWriter err = spec.commandLine().getErr();
    err.println(
        """
          compose batches of hard negatives  falcon mine --quantiles
          write lists of them for a trainer  falcon lists
          embed pictures and captions        falcon embed
          see how many negatives are false   falcon audit-fn
          evaluate on DataComp's tasks       falcon eval datacomp
        """);
    throw new ParameterException(
        spec.commandLine(), "Which command? See falcon --help or falcon help WORD");
  }
}
