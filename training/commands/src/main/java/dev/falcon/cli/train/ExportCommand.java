// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.train;

import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.Counted;
import dev.falcon.cli.internal.table.TextTable;
import dev.falcon.training.Exporter;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.ExportResult;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code falcon export}: exports a checkpoint as a model folder. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Write a trained model as a folder of ONNX graphs that all other commands open.",
      "Every file is loaded and compared with the trained network before the folder appears."
    })
public final class ExportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "The folder of a run of falcon train or finetune.")
  private Path run;

  @Option(
      names = "--checkpoint",
      paramLabel = "WHICH",
      defaultValue = "newest",
      description = "newest, epoch:N for the end of the Nth epoch, or a checkpoint's file.")
  private String checkpoint;

  @Option(
      names = {"--out", "--output-folder"},
      required = true,
      paramLabel = "DIR",
      description = "The model folder to write.")
  private Path output;

  @Mixin private OutputOptions outputOptions;

  @Override
  public Integer call() {
    ExportResult result =
        Exporter.export(
            new ExportRequest(
                run, CheckpointChoice.parse(checkpoint), output, outputOptions.overwrite()));
    outputOptions.result(result, () -> text(result));
    return 0;
  }

  private static String text(ExportResult result) {
    TextTable table = new TextTable("file", "largest difference");
    result
        .differences()
        .forEach(
            (file, difference) -> table.row(file, String.format(Locale.ROOT, "%.1e", difference)));
    return String.format(
        Locale.ROOT,
        "%s: the model after %s (%s)%n%s",
        result.folder(),
        Counted.of(result.step(), "step"),
        result.checkpoint().getFileName(),
        table);
  }
}
