// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import dev.falcon.cli.internal.option.InputFlag;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.ScoresTable;
import dev.falcon.data.InputRole;
import dev.falcon.eval.answer.StatementEvaluation;
import dev.falcon.eval.answer.StatementResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon eval nlvr}: statements about two pictures. */
@Command(
    name = "nlvr",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description =
        "Evaluate a file of judgements of NLVR2's statements by official accuracy and consistency.")
final class EvalNlvrCommand implements Callable<Integer> {
  @InputFlag(InputRole.PREDICTIONS)
  @Option(
      names = "--predictions",
      required = true,
      paramLabel = "FILE",
      description = "Lines 'identifier,True', or JSON of {identifier, prediction}.")
  private Path predictions;

  @InputFlag(InputRole.STATEMENTS)
  @Option(
      names = "--statements",
      required = true,
      paramLabel = "FILE",
      description = "NLVR2's JSON lines, such as dev.json, or ALBEF's list.")
  private Path statements;

  @Option(names = "--out", paramLabel = "FILE", description = "Also write the result as JSON.")
  private Path out;

  @Mixin private OutputOptions outputs;

  @Override
  public Integer call() {
    outputs.report(
        out,
        List.of(predictions, statements),
        () -> StatementEvaluation.run(predictions, statements),
        EvalNlvrCommand::text);
    return 0;
  }

  private static String text(StatementResult result) {
    return ScoresTable.of("metric", result.scores())
        + String.format(
            Locale.ROOT,
            "%,d statements with their pictures, %,d sentences%n",
            result.statements(),
            result.sentences());
  }
}
