package dev.falcon.cli.finetune;

import dev.falcon.cli.internal.builtin.CacheFolder;
import dev.falcon.cli.internal.option.OutputOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How any training is configured, and where its run lies. */
public final class RunOptions {
  @Option(
      names = "--config",
      paramLabel = "YAML",
      description = "The run's configuration; its key preset names what it builds on.")
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
      description =
          "Set a key, such as train.epochs=4; may be given many times. A flag that is short for a"
              + " key stands above it.")
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
      description = {
        "Where the warm start and the datasets that were read are kept for later runs.",
        "Default: " + CacheFolder.WORDS + "."
      })
  private Path cache;

  @Mixin private OutputOptions outputs;

  /** The configuration's file, or null. */
  public Path config() {
    return config;
  }

  /**
   * All keys, of which a later one stands above an earlier one: those of {@code --set}, then those
   * that flags are short for.
   *
   * @param others that the command's own flags are short for
   */
  public List<String> keys(List<String> others) {
    List<String> keys = new ArrayList<>(overrides);
    keys.addAll(others);
    if (seed != null) {
      keys.add("seed=" + seed);
    }
    if (device != null) {
      keys.add("device=" + device);
    }
    return keys;
  }

  /** The run's folder. */
  public Path output() {
    return output;
  }

  /** Where files are kept for later runs. */
  public Path cache() {
    return cache == null ? CacheFolder.path() : cache;
  }

  public OutputOptions outputs() {
    return outputs;
  }
}
