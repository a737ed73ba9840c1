// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import dev.falcon.cli.internal.option.DatasetOptions;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.TextTable;
import dev.falcon.data.PrintableText;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.RepeatedImages;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.datacheck.DataCheck;
import dev.falcon.mining.datacheck.DataCheckPage;
import dev.falcon.mining.datacheck.DataCheckResult;
import dev.falcon.mining.report.DataOfStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code falcon data check}: checks whether a dataset and a model are fit for mining. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Check from an embedding store whether data and model are fit for mining.",
      "Finds the own pairs that rank lowest, near-duplicate images and captions that fit"
          + " everything, and reports how well the model knows the data."
    })
final class CheckCommand implements Callable<Integer> {
  private static final int SHOWN = 24;
  private static final int PRINTED = 5;
  private static final int MOST_WIDTH = 50;

  @Parameters(paramLabel = "STORE", description = "The embedding store, as falcon embed makes it.")
  private Path embeddings;

  @Effect(with = "--html")
  @Option(
      names = "--input-dataset",
      paramLabel = "DATASET",
      description = "The store's data, for the page's pictures.")
  private String dataset;

  @Effect(with = "--input-dataset")
  @Mixin
  private DatasetOptions datasets;

  @Option(names = "--html", paramLabel = "FILE", description = "Also write a page with pictures.")
  private Path html;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description =
          "Compare images with captions of at most N rows, spread evenly over the store; time grows"
              + " with the square of N. Near duplicates are searched in all rows.")
  private int rows = DataCheck.DEFAULT_ROWS;

  @Option(
      names = "--near",
      paramLabel = "C",
      description = "Images with a cosine of C or more are near duplicates; C lies in (0, 1].")
  private double near = Constraints.DEFAULT_NEAR;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    DataCheck.Request request = new DataCheck.Request(rows, near, SHOWN);
    EmbeddingStore store = EmbeddingStore.open(embeddings);
    datasets.readAs(store);
    Optional<SampleSource> data = Optional.ofNullable(dataset).map(datasets::open);
    data.ifPresent(source -> DataOfStore.require(source, store));
    if (html != null) {
      List<Path> inputs = new ArrayList<>(List.of(embeddings));
      data.ifPresent(source -> inputs.addAll(source.files()));
      output.requireFile(html, inputs);
    }
    store.numberedNote().ifPresent(output::note);
    DataCheckResult result = DataCheck.of(store, request, output.progress());
    if (html != null) {
      DataCheckPage.write(html, result, data);
    }
    output.result(result, () -> text(result));
    return 0;
  }

  private String text(DataCheckResult result) {
    StringBuilder text = new StringBuilder(DataCheckPage.sentence(result)).append("\n\n");
    String left = result.left();
    String right = result.right();
    TextTable counts = new TextTable("", "count", "of");
    counts.row("rows compared", number(result.compared()), number(result.rows()));
    if (!result.selfPairs()) {
      counts.row("own " + left + " first", number(result.first()), number(result.compared()));
      counts.row(
          "own " + left + " below the median",
          number(result.belowMedian()),
          number(result.compared()));
    }
    counts.row(
        left + "s with a near duplicate", number(result.nearImages()), number(result.nearOf()));
    if (!result.selfPairs()) {
      counts.row(right + "s that fit many", number(result.fitsMany()), number(result.compared()));
    }
    counts.row(right + "s repeated", number(result.repeatedCaptions()), number(result.compared()));
    text.append(counts).append('\n');
    result.nearRecall().ifPresent(recall -> text.append(recall.sentence(left)).append("\n\n"));
    new RepeatedImages(result.repeatedImages())
        .note()
        .ifPresent(line -> text.append(line).append("; each counts as one image here\n\n"));
    if (!result.ownPairs().isEmpty()) {
      TextTable worst = new TextTable("look first at", left + "s ahead", right);
      result.ownPairs().stream()
          .limit(PRINTED)
          .forEach(
              pair ->
                  worst.row(
                      pair.key(),
                      String.format(Locale.ROOT, "%.1f %%", 100 * pair.ahead()),
                      shortened(pair.caption())));
      text.append(worst);
    }
    return text.toString();
  }

  private static String shortened(String caption) {
    String line = PrintableText.line(caption);
    return line.length() <= MOST_WIDTH ? line : line.substring(0, MOST_WIDTH - 1) + "…";
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
