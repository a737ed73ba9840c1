// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.train;

import dev.falcon.cli.internal.process.Interruption;
import dev.falcon.training.Trainer;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon train}: FALCON and its baselines. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Train a vision-language model with FALCON or one of its baselines.",
      "An interrupted run resumes when the command is repeated.",
      "Exit code 3 if some of the data could not be used; rejects.parquet in RUN lists it."
    })
public final class TrainCommand implements Callable<Integer> {
  @Option(
      names = "--preset",
      paramLabel = "NAME",
      completionCandidates = OfferedPresets.OfTraining.class,
      description =
          "One of ${bundle:presets}. Those that end in -tiny are for a CPU; the others are the"
              + " paper's, for a GPU.")
  private String preset;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description =
          "${bundle:method-names}; falcon means scheduler. Short for --set method.name=NAME.")
  private String method;

  @Mixin private RunOptions flags;

  @Override
  public Integer call() {
    List<String> own = method == null ? List.of() : List.of("method.name=" + method);
    TrainConfig effective = ConfigReader.read(preset, flags.config(), flags.keys(own));
    TrainResult result;
    try (Interruption interruption = Interruption.listen()) {
      result =
          Trainer.train(
              new TrainRequest(
                  effective,
                  flags.output(),
                  flags.outputs().overwrite(),
                  flags.cache(),
                  flags.outputs().progress(),
                  interruption::requested,
                  flags.outputs()::note));
    }
    flags
        .outputs()
        .result(
            result,
            flags.rejected(result.rejects()),
            () -> TrainingTable.of(flags.output(), result));
    return result.rejects() > 0 ? 3 : 0;
  }
}
