// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.finetune;

import dev.falcon.cli.internal.process.Interruption;
import dev.falcon.cli.train.FinetuningTable;
import dev.falcon.cli.train.OfferedPresets;
import dev.falcon.cli.train.RunOptions;
import dev.falcon.cli.train.TrainingTable;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.downstream.finetuning.FinetuneRequest;
import dev.falcon.downstream.finetuning.FinetuneResult;
import dev.falcon.downstream.finetuning.Finetuner;
import dev.falcon.training.Trainer;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of all fine-tuning commands. */
final class FinetuneFlags {
  @Option(
      names = "--checkpoint",
      paramLabel = "RUN",
      description =
          "The pretrained checkpoint, or its run's folder; short for --set start.checkpoint=RUN.")
  private Path checkpoint;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      completionCandidates = OfferedPresets.OfFineTuning.class,
      description = "The preset of the configuration; scenes-tiny is small enough for a CPU.")
  private String preset;

  @Mixin private RunOptions flags;

  /**
   * Fine-tunes.
   *
   * @param others keys set by the task's own flags
   * @return the exit code
   */
  int run(String task, List<String> others) {
    List<String> own = new ArrayList<>(others);
    if (checkpoint != null) {
      own.add("start.checkpoint=" + Json.line(checkpoint.toString()));
    }
    FinetuneConfig effective = FinetuneReader.read(task, preset, flags.config(), flags.keys(own));
    FinetuneResult result;
    try (Interruption interruption = Interruption.listen()) {
      result =
          Finetuner.finetune(
              new FinetuneRequest(
                  effective,
                  flags.output(),
                  flags.outputs().overwrite(),
                  flags.cache(),
                  flags.outputs().progress(),
                  interruption::requested));
    }
    flags
        .outputs()
        .result(
            result,
            flags.rejected(result.rejects()),
            () -> FinetuningTable.of(flags.output(), result));
    return result.rejects() > 0 ? 3 : 0;
  }

  /** Fine-tunes for retrieval, which is training over the checkpoint's configuration. */
  int runRetrieval(List<String> others) {
    if (checkpoint == null) {
      throw new RequestException(
          "name the pretrained checkpoint, or its run's folder, with --checkpoint");
    }
    TrainConfig effective =
        Finetuner.retrieval(checkpoint, preset, flags.config(), flags.keys(others));
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
