// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code falcon data}: commands on datasets. */
@Command(
    name = "data",
    mixinStandardHelpOptions = true,
    description = "Generate, inspect and convert datasets.",
    subcommands = {
      GenerateCommand.class,
      InspectCommand.class,
      CheckCommand.class,
      ConvertCommand.class,
      TaxonomyCommand.class
    })
public final class DataCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "What with the data? See falcon data --help");
  }
}
