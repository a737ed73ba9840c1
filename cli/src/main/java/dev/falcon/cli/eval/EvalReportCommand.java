// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import dev.falcon.cli.internal.option.GateFlags;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.EvalTables;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.gate.MetricGate;
import dev.falcon.eval.report.Report;
import dev.falcon.eval.report.ReportGates;
import dev.falcon.eval.report.ReportRequest;
import dev.falcon.eval.report.RunComparison;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code falcon eval report}: several runs side by side. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Show runs of eval datacomp side by side, with 95 %% intervals; the first is the baseline.",
      "Writes results.csv, report.md and report.html.",
      "--require applies to the last run. A metric is average, another mean, or a task's key, such"
          + " as imagenet1k or imagenet1k.acc5; BASELINE is another run."
    })
final class EvalReportCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "Output folders of eval datacomp, or DataComp's own eval_results.jsonl.")
  private List<Path> runs;

  @Option(
      names = "--names",
      split = ",",
      paramLabel = "NAMES",
      showDefaultValue = Visibility.NEVER,
      description = "Headings for the runs; by default, the names of their models.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--output-dir",
      required = true,
      paramLabel = "DIR",
      description = "The folder of the report.")
  private Path outputDir;

  @Option(
      names = "--paper",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Whether to add FALCON's published table: GRIT-VLP, MAFA, FALCON.")
  private boolean paper;

  @Option(
      names = "--seed",
      defaultValue = "0",
      paramLabel = "N",
      description = "The seed of the bootstrap.")
  private long seed;

  @Mixin private GateFlags gates;
  @Mixin private OutputOptions outputs;

  @Override
  public Integer call() {
    for (Path run : runs) {
      if (!Folders.exists(run)) {
        throw new RequestException(run + ": there is no such file or folder");
      }
    }
    List<MetricGate> required = gates.gates(outputs, runs);
    RunComparison comparison =
        Report.write(new ReportRequest(runs, names, outputDir, paper, seed, outputs.overwrite()));
    outputs.result(comparison, () -> EvalTables.comparison(comparison, outputDir));
    Path gated = runs.get(runs.size() - 1);
    return gates.report(
        outputs, "falcon eval report", ReportGates.decide(gated, required, seed), 0);
  }
}
