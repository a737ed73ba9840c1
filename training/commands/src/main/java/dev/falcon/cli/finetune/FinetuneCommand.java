// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.finetune;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code falcon finetune}: fine-tunes a checkpoint for a downstream task. */
@Command(
    name = "finetune",
    mixinStandardHelpOptions = true,
    description = "Fine-tune a checkpoint of falcon train for a downstream task, and evaluate it.",
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
