// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.train;

import dev.falcon.cli.internal.builtin.CacheFolder;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.RejectedRows;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.OutputFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the configuration and the folder of a training run. */
public final class RunOptions {
  @Option(
      names = "--config",
      paramLabel = "YAML",
      description = "The run's configuration; its key preset names the preset that it builds on.")
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
          "Set a key, such as train.epochs=4; may be given several times. Flags for single keys"
              + " take precedence.")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = {"--out", "--output-folder"},
      required = true,
      paramLabel = "RUN",
      description = "The run's folder.")
  private Path output;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description = {
        "The folder that keeps warm starts and parsed datasets for later runs.",
        "Default: " + CacheFolder.WORDS + "."
      })
  private Path cache;

  @Mixin private OutputOptions outputs;

  /** Returns the configuration's file, or null. */
  public Path config() {
    return config;
  }

  /**
   * Returns all overridden keys, those of {@code --set} first and then those of flags. Later keys
   * override earlier ones.
   *
   * @param others keys set by the command's own flags
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

  /** Returns the run's folder. */
  public Path output() {
    return output;
  }

  /** Returns the warning about the rejected rows of a run's data; empty for none. */
  public List<String> rejected(long count) {
    return RejectedRows.warning("rows", count, output.resolve(Rejects.FILE_NAME));
  }

  /** Returns the folder of files that are kept for later runs. */
  public Path cache() {
    if (cache == null) {
      return CacheFolder.path();
    }
    OutputFile.requireName(cache);
    return cache;
  }

  public OutputOptions outputs() {
    return outputs;
  }
}
