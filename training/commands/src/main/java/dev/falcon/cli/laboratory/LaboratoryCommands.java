// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.laboratory;

import dev.falcon.cli.AddedCommands;
import dev.falcon.cli.finetune.FinetuneCommand;
import dev.falcon.cli.internal.again.RecordedRequest;
import dev.falcon.cli.internal.again.RemakeOptions;
import dev.falcon.cli.reproduce.ReproduceCommand;
import dev.falcon.cli.train.ExportCommand;
import dev.falcon.cli.train.TellCommand;
import dev.falcon.cli.train.TrainCommand;
import dev.falcon.data.verify.FoundInputs;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.MethodConfig;
import java.util.List;

/** The laboratory's commands, as the command line finds them. */
public final class LaboratoryCommands implements AddedCommands {
  @Override
  public List<Class<?>> commands() {
    return List.of(
        TrainCommand.class,
        FinetuneCommand.class,
        CheckDeviceCommand.class,
        ReproduceCommand.class,
        ExportCommand.class,
        TellCommand.class);
  }

  @Override
  public String helpText(String key) {
    return switch (key) {
      case "method-names" -> MethodConfig.names();
      case "presets" -> String.join(", ", ConfigReader.PRESETS);
      default -> throw new IllegalArgumentException(key);
    };
  }

  @Override
  public boolean remake(RecordedRequest request, RemakeOptions words, FoundInputs inputs) {
    String command = request.recorded().provenance().command();
    if (command.equals("export")) {
      RemakeRuns.export(words, inputs);
      return true;
    }
    // A command of fine-tuning, and nothing else: a record may hold any text.
    if (command.equals("train") || command.matches("finetune [a-z]+")) {
      RemakeRuns.train(request, words, inputs);
      return true;
    }
    return false;
  }
}
