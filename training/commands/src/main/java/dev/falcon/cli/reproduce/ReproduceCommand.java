// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.reproduce;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code falcon reproduce}: runs whole comparisons of policies. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = "Train many variants with several seeds each, and report how they differ.",
    subcommands = {
      ReproduceScenesCommand.class,
      ReproducePhotographsCommand.class,
      ReproduceCocoCommand.class
    })
public final class ReproduceCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Which comparison? scenes, photographs or coco");
  }
}
