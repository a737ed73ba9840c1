// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code falcon eval}: evaluates models and predictions. */
@Command(
    name = "eval",
    mixinStandardHelpOptions = true,
    description = "Evaluate models, or files of predictions.",
    subcommands = {
      EvalDataCompCommand.class,
      EvalRetrievalCommand.class,
      EvalCompositionalCommand.class,
      EvalCompareCommand.class,
      EvalCaptionsCommand.class,
      EvalVqaCommand.class,
      EvalNlvrCommand.class,
      EvalReportCommand.class
    })
public final class EvalCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Evaluate what? See falcon eval --help");
  }
}
