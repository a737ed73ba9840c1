// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.reproduce;

import dev.falcon.reproduce.model.ComparisonReader;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon reproduce coco}: reproduces the paper's tables on the user's copy of COCO. */
@Command(
    name = "coco",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Train the paper's policies and ablations on COCO, and show its tables beside the results.",
      "An interrupted comparison resumes when the command is repeated."
    })
final class ReproduceCocoCommand implements Callable<Integer> {
  @Option(
      names = "--config",
      required = true,
      paramLabel = "YAML",
      description =
          "The training configuration that all runs build on; it names the preset and the data.")
  private Path config;

  @Mixin private ComparisonOptions options;

  @Override
  public Integer call() {
    return options.run(() -> ComparisonReader.builtIn("coco"), Optional.ofNullable(config), 1);
  }
}
