package dev.falcon.cli;

import dev.falcon.cli.internal.VersionText;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code falcon}: the root of all commands. */
@Command(
    name = "falcon",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    description = "Negatives for vision-language training: mined, audited, evaluated.",
    subcommands = {
      MineCommand.class,
      MergeCommand.class,
      AuditCommand.class,
      EvalCommand.class,
      EmbedCommand.class,
      TrainCommand.class,
      FinetuneCommand.class,
      CheckDeviceCommand.class,
      ReproduceCommand.class,
      ExportCommand.class,
      TellCommand.class,
      DataCommand.class,
      ModelCommand.class,
      AutoComplete.GenerateCompletion.class,
      CommandLine.HelpCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but some inputs were rejected."
    })
final class FalconCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command? See falcon --help");
  }
}
