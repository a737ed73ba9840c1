// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.ModelFlags;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.SessionFlags;
import dev.falcon.cli.internal.table.TextTable;
import dev.falcon.onnx.folder.ModelVerification;
import dev.falcon.onnx.folder.ModelVerifier;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code falcon model verify}: tests a model folder. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Run every part of a model folder on generated pictures and captions, and compare the"
          + " results with another folder's.",
      "Exit code 1 if a part fails or the results differ by more than the tolerance."
    })
final class VerifyModelCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The model folder.")
  private Path folder;

  @Option(
      names = "--against",
      paramLabel = "DIR",
      description = "Another model folder, to be run on the same pictures and captions.")
  private Path against;

  @Effect(with = "--against")
  @Option(
      names = "--tolerance",
      paramLabel = "X",
      description = "The largest allowed difference between two numbers; any by default.")
  private Double tolerance;

  @Mixin private ModelFlags model;
  @Mixin private SessionFlags sessions;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    ModelVerification verification =
        ModelVerifier.verify(
            model.open(folder),
            Optional.ofNullable(against).map(model::open),
            sessions.sessions(output::deviceNote));
    output.result(verification, () -> text(verification));
    boolean near = tolerance == null || verification.maxAbsDifference() <= tolerance;
    return verification.passed() && near ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static String text(ModelVerification verification) {
    StringBuilder text = new StringBuilder();
    text.append(verification.folder()).append(" on ").append(verification.device()).append('\n');
    for (ModelVerification.Check check : verification.checks()) {
      text.append(check.passed() ? "  passed  " : "  FAILED  ")
          .append(check.part())
          .append(": ")
          .append(check.detail())
          .append('\n');
    }
    if (!verification.comparisons().isEmpty()) {
      text.append("\nagainst ").append(verification.against()).append('\n');
      TextTable table = new TextTable("part", "max abs difference", "min cosine");
      for (ModelVerification.Comparison part : verification.comparisons()) {
        table.row(
            part.part(),
            String.format(Locale.ROOT, "%.3g", part.maxAbsDifference()),
            part.minCosine() == null ? "-" : String.format(Locale.ROOT, "%.7f", part.minCosine()));
      }
      text.append(table);
    }
    return text.toString();
  }
}
