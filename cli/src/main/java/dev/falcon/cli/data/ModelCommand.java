// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code falcon model}: commands on a model folder, without data. */
@Command(
    name = "model",
    mixinStandardHelpOptions = true,
    description = "Inspect and test model folders.",
    subcommands = {InspectModelCommand.class, VerifyModelCommand.class})
public final class ModelCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "What with the model? See falcon model --help");
  }
}
