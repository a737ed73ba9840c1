// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import dev.falcon.cli.internal.option.InputFlag;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.ScoresTable;
import dev.falcon.data.InputRole;
import dev.falcon.eval.answer.AnswerEvaluation;
import dev.falcon.eval.answer.AnswerRequest;
import dev.falcon.eval.answer.AnswerResult;
import dev.falcon.eval.answer.AnswerRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon eval vqa}: answers to questions about pictures. */
@Command(
    name = "vqa",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Evaluate a file of answers by VQA v2's and OK-VQA's official accuracy or GQA's exact match.",
      "If the questions come without answers, only checks that the file answers each of them once,"
          + " as the test server requires."
    })
final class EvalVqaCommand implements Callable<Integer> {
  @InputFlag(InputRole.PREDICTIONS)
  @Option(
      names = "--predictions",
      required = true,
      paramLabel = "FILE",
      description =
          "A JSON list of {question_id, answer}, as the test server takes it, or of GQA's"
              + " {questionId, prediction}.")
  private Path predictions;

  @Option(
      names = "--questions",
      required = true,
      split = ",",
      paramLabel = "FILES",
      description =
          "VQA v2's and OK-VQA's annotations (and questions), GQA's questions, or ALBEF's lists.")
  private List<Path> questions;

  @Option(
      names = "--rules",
      paramLabel = "RULES",
      description =
          "vqa (VQA v2's own evaluator), lavis (as LAVIS changed it), exact (GQA's own),"
              + " normalised (GQA as for BLIP-2); by default, those of the questions' dataset.")
  private AnswerRules rules;

  @Option(names = "--out", paramLabel = "FILE", description = "Also write the result as JSON.")
  private Path out;

  @Mixin private OutputOptions outputs;

  @Override
  public Integer call() {
    AnswerRequest request = new AnswerRequest(predictions, questions, Optional.ofNullable(rules));
    List<Path> inputs = new ArrayList<>(questions);
    inputs.add(predictions);
    outputs.report(out, inputs, () -> AnswerEvaluation.run(request), EvalVqaCommand::text);
    return 0;
  }

  private static String text(AnswerResult result) {
    String count = String.format(Locale.ROOT, "%,d questions, ", result.questions());
    if (result.scores().isEmpty()) {
      return count + "each answered once; their answers are not public, so there is no accuracy\n";
    }
    return ScoresTable.of("accuracy", result.scores())
        + count
        + "rules: "
        + result.rules().name().toLowerCase(Locale.ROOT)
        + "\n";
  }
}
