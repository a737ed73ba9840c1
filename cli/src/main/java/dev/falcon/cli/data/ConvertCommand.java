// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import dev.falcon.cli.internal.option.DatasetOptions;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.InputFlag;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.Counted;
import dev.falcon.cli.internal.table.RejectedRows;
import dev.falcon.data.InputRole;
import dev.falcon.data.conversion.Conversion;
import dev.falcon.data.conversion.ConversionRequest;
import dev.falcon.data.conversion.DatasetConverter;
import dev.falcon.data.conversion.SampleOrder;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.taxonomy.TaxonomyConverter;
import dev.falcon.data.taxonomy.TaxonomyRequest;
import dev.falcon.data.taxonomy.TaxonomyResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code falcon data convert}: writes a dataset in another format. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Write a dataset of any layout as WebDataset tars or Parquet.",
      "Images are copied as they are, not decoded; data inspect finds broken ones.",
      "Resumes after the last complete file when repeated.",
      "Exit code 3 if rows were rejected; rejects.parquet lists them."
    })
final class ConvertCommand implements Callable<Integer> {
  private static final int NAMED = 3;

  @Parameters(paramLabel = "DATASET", description = DatasetOptions.SPECIFICATION)
  private String dataset;

  @Mixin private DatasetOptions datasets;

  @Option(
      names = {"--out", "--output-folder"},
      required = true,
      paramLabel = "DIR",
      description = "The folder to write.")
  private Path output;

  @Option(
      names = {"--format", "--output-format"},
      defaultValue = "webdataset",
      paramLabel = "FORMAT",
      description = "webdataset or parquet.")
  private ConversionRequest.Format format;

  @Option(
      names = {"--samples-per-shard", "--number-sample-per-shard"},
      defaultValue = "10000",
      paramLabel = "N",
      description = "Samples per file.")
  private int samplesPerShard;

  @InputFlag(InputRole.PLAN)
  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description =
          "Write the samples in the order of a batch plan, with whole batches in each file, for"
              + " training from a stream.")
  private Path plan;

  @Effect(with = "--plan")
  @Option(
      names = "--epoch",
      paramLabel = "N",
      description = "The epoch of the plan to write, from 0, if it has several.")
  private Integer epoch;

  @Mixin private TaxonomyFlags taxonomy;
  @Mixin private OutputOptions outputs;

  @Override
  public Integer call() {
    ConversionRequest request =
        new ConversionRequest(
            datasets.open(dataset),
            datasets.given(),
            output,
            format,
            samplesPerShard,
            outputs.overwrite(),
            Optional.ofNullable(plan).map(file -> SampleOrder.read(file, epoch)));
    Optional<TaxonomyRequest> captioned = taxonomy.request(request);
    if (captioned.isPresent()) {
      TaxonomyResult result =
          outputs.resumable(() -> TaxonomyConverter.convert(captioned.get(), outputs.progress()));
      outputs.result(result, warnings(result.conversion()), () -> text(result));
      return result.conversion().rejected() > 0 ? 3 : 0;
    }
    Conversion conversion =
        outputs.resumable(() -> DatasetConverter.convert(request, outputs.progress()));
    outputs.result(conversion, warnings(conversion), () -> text(conversion));
    return conversion.rejected() > 0 ? 3 : 0;
  }

  private List<String> warnings(Conversion conversion) {
    return RejectedRows.warning("rows", conversion.rejected(), output.resolve(Rejects.FILE_NAME));
  }

  private String text(TaxonomyResult result) {
    return text(result.conversion())
        + String.format(
            Locale.ROOT,
            "%,d classes; %,d true pairs%s; a caption is true of %.1f other images on average%n",
            result.classes(),
            result.truePairs(),
            result.listed() ? ", listed in " + output.resolve("truth") : "",
            result.meanMatches())
        + named(result.withoutImages(), "of the table's classes have no image")
        + named(result.withoutParent(), "of the images' classes have no parent");
  }

  /** Returns the number of classes and the first few names; the empty string if there are none. */
  private static String named(List<String> kinds, String what) {
    return kinds.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            "%,d %s: %s%s%n",
            kinds.size(),
            what,
            String.join(", ", kinds.subList(0, Math.min(kinds.size(), NAMED))),
            kinds.size() > NAMED ? " and others" : "");
  }

  private String text(Conversion conversion) {
    return String.format(
        Locale.ROOT,
        "%s: %s in %,d %s file%s%n",
        output,
        Counted.of(conversion.samples(), "sample"),
        conversion.shards().size(),
        conversion.format(),
        conversion.shards().size() == 1 ? "" : "s");
  }
}
