package dev.falcon.cli.finetune;

import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.process.Interruption;
import dev.falcon.cli.internal.table.FinetuningTable;
import dev.falcon.cli.internal.table.TrainingTable;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.training.Finetuner;
import dev.falcon.training.Trainer;
import dev.falcon.training.config.FinetuneConfig;
import dev.falcon.training.config.FinetuneReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.FinetuneRequest;
import dev.falcon.training.run.FinetuneResult;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that all of fine-tuning shares. */
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
      description = "What the configuration builds on; scenes-tiny is small enough for a CPU.")
  private String preset;

  @Option(
      names = "--config",
      paramLabel = "YAML",
      description = "The configuration; its key preset names what it builds on.")
  private Path config;

  @Option(names = "--seed", paramLabel = "N", description = "Short for --set seed=N.")
  private Long seed;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:INDEX; short for --set device=DEVICE.")
  private String device;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      showDefaultValue = Visibility.NEVER,
      description = "Set a key, such as train.epochs=4; may be given many times.")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = {"--out", "--output-folder", "--output_folder"},
      required = true,
      paramLabel = "DIR",
      description = "The run's folder.")
  private Path output;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      defaultValue = "${env:FALCON_CACHE:-${sys:user.home}/.cache/falcon}",
      description = "Where datasets that were read are kept for later runs.")
  private Path cache;

  @Mixin private OutputOptions outputs;

  /** The keys that flags are short for, before those that are named themselves. */
  private List<String> keys(List<String> others) {
    List<String> keys = new ArrayList<>(others);
    if (seed != null) {
      keys.add("seed=" + seed);
    }
    if (device != null) {
      keys.add("device=" + device);
    }
    keys.addAll(overrides);
    return keys;
  }

  /**
   * Fine-tunes.
   *
   * @param others keys that the task's own flags are short for
   * @return the exit code
   */
  int run(String task, List<String> others) {
    List<String> keys = keys(others);
    if (checkpoint != null) {
      keys.add(0, "start.checkpoint=" + Json.line(checkpoint.toString()));
    }
    FinetuneConfig effective = FinetuneReader.read(task, preset, config, keys);
    FinetuneResult result;
    try (Interruption interruption = Interruption.listen()) {
      result =
          Finetuner.finetune(
              new FinetuneRequest(
                  effective,
                  output,
                  outputs.overwrite(),
                  cache,
                  outputs.progress(),
                  interruption::requested));
    }
    outputs.result(result, () -> FinetuningTable.of(output, result));
    return result.rejects() > 0 ? 3 : 0;
  }

  /** Fine-tunes for retrieval, which is training over the checkpoint's configuration. */
  int runRetrieval(List<String> others) {
    if (checkpoint == null) {
      throw new RequestException(
          "name the pretrained checkpoint, or its run's folder: --checkpoint");
    }
    TrainConfig effective = Finetuner.retrieval(checkpoint, preset, config, keys(others));
    TrainResult result;
    try (Interruption interruption = Interruption.listen()) {
      result =
          Trainer.train(
              new TrainRequest(
                  effective,
                  output,
                  outputs.overwrite(),
                  cache,
                  outputs.progress(),
                  interruption::requested));
    }
    outputs.result(result, () -> TrainingTable.of(output, result));
    return result.rejects() > 0 ? 3 : 0;
  }
}
