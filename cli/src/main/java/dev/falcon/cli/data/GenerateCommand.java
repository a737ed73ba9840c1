// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code falcon data generate}: generates datasets. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    description = "Generate a dataset.",
    subcommands = {GenerateScenesCommand.class})
final class GenerateCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Generate what? See falcon data generate --help");
  }
}
