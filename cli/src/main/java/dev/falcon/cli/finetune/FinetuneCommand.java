package dev.falcon.cli.finetune;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code falcon finetune}: what a pretrained checkpoint is good for. */
@Command(
    name = "finetune",
    mixinStandardHelpOptions = true,
    description = "Fine-tune a checkpoint of falcon train for a downstream task, and measure it.",
    subcommands = {
      FinetuneRetrievalCommand.class,
      FinetuneVqaCommand.class,
      FinetuneNlvrCommand.class,
      FinetuneAssignmentCommand.class,
      FinetuneLanguageCommand.class
    })
public final class FinetuneCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Which task? " + String.join(", ", spec.subcommands().keySet()));
  }
}
