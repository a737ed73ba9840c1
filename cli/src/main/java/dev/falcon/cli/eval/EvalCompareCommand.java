// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.GateFlags;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.ReadingFlags;
import dev.falcon.cli.internal.table.SuiteTables;
import dev.falcon.data.gate.MetricGate;
import dev.falcon.data.image.FolderThumbnails;
import dev.falcon.data.report.PagePictures;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SampleThumbnails;
import dev.falcon.data.work.OutputFile;
import dev.falcon.eval.compositional.compare.ComparedColumns;
import dev.falcon.eval.compositional.compare.ComparisonGates;
import dev.falcon.eval.compositional.compare.PairedRuns;
import dev.falcon.eval.compositional.compare.SuiteComparison;
import dev.falcon.eval.compositional.compare.SuiteComparisonPage;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code falcon eval compare}: two models on the same items. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Compare two models on the same items, item by item: the items of a suite, the queries of"
          + " retrieval, or the samples of DataComp's tasks. Says how many the second has won and"
          + " lost, with McNemar's exact test, and intervals that draw images.",
      "With a pair of runs for each of several seeds, tests and intervals are over the seeds.",
      "--require applies to the difference in points. A metric is rows (all items), subsets (the"
          + " mean of subsets), or a subset's name."
    })
final class EvalCompareCommand implements Callable<Integer> {
  @Parameters(
      arity = "2..*",
      paramLabel = "RUN",
      description =
          "The baseline A and the other run B, or A and B of one seed after another: output folders"
              + " of eval compositional, eval retrieval or eval datacomp, or any tables with a"
              + " column right, and item, subset and image if there are some.")
  private List<Path> runs;

  @Option(
      names = "--measure",
      paramLabel = "NAME",
      description =
          "The column that is compared, of true and false or of numbers, such as right_image or"
              + " average_precision (default: right).")
  private String measure;

  @Option(
      names = "--subset-col",
      paramLabel = "NAME",
      description = "Column whose values are compared apart (default: subset).")
  private String subset;

  @Option(
      names = "--seed",
      defaultValue = "0",
      paramLabel = "N",
      description = "The seed of the bootstrap.")
  private long seed;

  @Option(names = "--out", paramLabel = "FILE", description = "Also write the result as JSON.")
  private Path out;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write a page with the items that were won and lost.")
  private Path html;

  @Effect(with = "--html")
  @Option(
      names = "--image-root",
      paramLabel = "DIR",
      description =
          "With --html: the folder or zip of the items' images, to show them; or of those that"
              + " --input-dataset names, if it is a table.")
  private Path imageRoot;

  @Effect(with = "--html")
  @Option(
      names = "--input-dataset",
      paramLabel = "DATASET",
      description = "With --html: the dataset with the items' images, in place of a folder.")
  private String dataset;

  @Effect(with = "--input-dataset")
  @Mixin(name = "How the dataset is read:")
  private ReadingFlags reading;

  @Mixin private GateFlags gates;
  @Mixin private OutputOptions outputs;

  @Override
  public Integer call() {
    List<MetricGate> required = gates.gates(outputs, runs);
    outputs.requireFile(out, runs);
    outputs.requireFile(html, runs);
    Optional<PagePictures> pictures = pictures();
    PairedRuns paired =
        PairedRuns.read(
            runs, new ComparedColumns(Optional.ofNullable(measure), Optional.ofNullable(subset)));
    SuiteComparison comparison = paired.compared(seed);
    if (html != null) {
      SuiteComparisonPage.write(html, comparison, paired, pictures);
    }
    outputs.write(out, comparison);
    outputs.result(comparison, comparison.notes(), () -> SuiteTables.comparison(comparison));
    return gates.report(
        outputs, "falcon eval compare", ComparisonGates.decide(comparison, required), 0);
  }

  private Optional<PagePictures> pictures() {
    if (imageRoot == null && dataset == null) {
      return Optional.empty();
    }
    if (dataset == null) {
      return Optional.of(new FolderThumbnails(imageRoot));
    }
    SampleSource data = reading.open(dataset, Optional.ofNullable(imageRoot));
    Stream.of(out, html)
        .filter(Objects::nonNull)
        .forEach(file -> OutputFile.requireNotRead(file, data.files()));
    return Optional.of(new SampleThumbnails(data));
  }
}
