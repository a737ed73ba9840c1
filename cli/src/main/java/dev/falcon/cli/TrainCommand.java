package dev.falcon.cli;

import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.process.Interruption;
import dev.falcon.cli.internal.table.TrainingTable;
import dev.falcon.training.Trainer;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon train}: FALCON and its baselines. */
@Command(
    resourceBundle = "dev.falcon.cli.internal.option.PolicyHelp",
    name = "train",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Train a vision-language model with FALCON or one of its baselines.",
      "A run that was interrupted goes on where it stopped when it is asked for again.",
      "Exit code 3 if some of the data could not be used; rejects.parquet in RUN lists it."
    })
final class TrainCommand implements Callable<Integer> {
  @Option(
      names = "--config",
      paramLabel = "YAML",
      description = "The run's configuration; its key preset names what it builds on.")
  private Path config;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description =
          "scenes-tiny, siglip2-tiny, blip2-tiny (for a CPU), albef-base, siglip2-base or"
              + " blip2-vitg (the paper's, for a GPU).")
  private String preset;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description =
          "${bundle:method-names}; falcon is the scheduler. Short for --set method.name=NAME.")
  private String method;

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
      paramLabel = "RUN",
      description = "The run's folder.")
  private Path output;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      defaultValue = "${env:FALCON_CACHE:-${sys:user.home}/.cache/falcon}",
      description = "Where the warm start and the datasets that were read are kept for later runs.")
  private Path cache;

  @Mixin private OutputOptions outputOptions;

  @Override
  public Integer call() {
    List<String> keys = new ArrayList<>(overrides);
    if (method != null) {
      keys.add("method.name=" + method);
    }
    if (seed != null) {
      keys.add("seed=" + seed);
    }
    if (device != null) {
      keys.add("device=" + device);
    }
    TrainConfig effective = ConfigReader.read(preset, config, keys);
    TrainResult result;
    try (Interruption interruption = Interruption.listen()) {
      result =
          Trainer.train(
              new TrainRequest(
                  effective,
                  output,
                  outputOptions.overwrite(),
                  cache,
                  outputOptions.progress(),
                  interruption::requested,
                  outputOptions::note));
    }
    outputOptions.result(result, () -> TrainingTable.of(output, result));
    return result.rejects() > 0 ? 3 : 0;
  }
}
