// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import dev.falcon.cli.internal.option.OfferedValues;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.TextTable;
import dev.falcon.data.scenes.MatchStatistics;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.scenes.generate.ScenesGenerator;
import dev.falcon.data.scenes.generate.ScenesRequest;
import dev.falcon.data.scenes.generate.ScenesSummary;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon data generate scenes}: the generated world as a dataset with its truth. */
@Command(
    name = "scenes",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Generate images of shapes with captions, and the list of all pairs that match.",
      "The same options give the same bytes on every machine.",
      "Resumes with the missing files when repeated."
    })
final class GenerateScenesCommand implements Callable<Integer> {
  @Option(
      names = {"--out", "--output-folder"},
      required = true,
      paramLabel = "DIR",
      description = "The folder to write.")
  private Path output;

  @Option(
      names = "--count",
      defaultValue = "4800",
      paramLabel = "N",
      description = "Number of images.")
  private int count;

  @Option(
      names = "--split",
      defaultValue = "train",
      paramLabel = "NAME",
      description = "train, val or test; no two share a scene, whatever the seed.")
  private String split;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "N",
      description = "The seed of all random choices.")
  private long seed;

  @Option(
      names = "--preset",
      defaultValue = "standard",
      paramLabel = "NAME",
      completionCandidates = OfferedValues.OfScenes.class,
      description = "easy, standard or hard: noisier images, vaguer captions.")
  private String preset;

  @Option(
      names = "--image-size",
      defaultValue = "32",
      paramLabel = "PIXELS",
      description = "The images' side in pixels, a multiple of 4 and at least 32.")
  private int imageSize;

  @Option(
      names = "--captions-per-image",
      defaultValue = "1",
      paramLabel = "N",
      description = "Captions per image.")
  private int captionsPerImage;

  @Option(
      names = {"--format", "--output-format"},
      defaultValue = "webdataset",
      paramLabel = "FORMAT",
      description = "webdataset or parquet.")
  private ScenesRequest.Layout format;

  @Option(
      names = {"--samples-per-shard", "--number-sample-per-shard"},
      defaultValue = "10000",
      paramLabel = "N",
      description = "Samples per file.")
  private int samplesPerShard;

  @Option(
      names = "--truth",
      defaultValue = "parquet",
      paramLabel = "LIST",
      description = "List all true pairs in parquet or jsonl, or none.")
  private TruthList truth;

  @Option(
      names = "--questions-per-image",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Also write N questions about each image, with ten people's answers each, in the form of"
              + " VQA v2's files.")
  private int questionsPerImage;

  @Option(
      names = "--statements",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Also write N sentences about two images, each with four pairs, in the form of NLVR2's"
              + " lines.")
  private int statements;

  @Mixin private OutputOptions outputs;

  @Override
  public Integer call() {
    ScenesConfig config =
        ScenesConfig.preset(preset)
            .withSeed(seed)
            .withImageSize(imageSize)
            .withCaptionsPerImage(captionsPerImage);
    ScenesRequest request =
        new ScenesRequest(
            config,
            Split.ofWord(split),
            count,
            output,
            format,
            samplesPerShard,
            truth.format().orElse(null),
            new ScenesRequest.Asked(questionsPerImage, statements),
            outputs.overwrite());
    ScenesSummary summary =
        outputs.resumable(() -> ScenesGenerator.generate(request, outputs.progress()));
    outputs.result(summary, () -> text(summary));
    return 0;
  }

  private String text(ScenesSummary summary) {
    String made =
        String.format(
            Locale.ROOT,
            "%s: %,d images with %,d captions (%s) in %,d file%s\n",
            output,
            summary.images(),
            summary.captions(),
            summary.split().word(),
            summary.shards(),
            summary.shards() == 1 ? "" : "s");
    if (summary.questions() != null) {
      made +=
          String.format(Locale.ROOT, "%,d questions with ten answers each\n", summary.questions());
    }
    if (summary.statements() != null) {
      made += String.format(Locale.ROOT, "%,d statements about two images\n", summary.statements());
    }
    return summary.matches() == null ? made : made + text(summary.truePairs(), summary.matches());
  }

  private static String text(long truePairs, MatchStatistics matches) {
    String numbers =
        String.format(
            Locale.ROOT,
            "true pairs: %,d; of all pairs with another image, %.2f %% match\n"
                + "other images that a caption is true of: median %d, 90th percentile %d, 99th %d,"
                + " most %d; none for %.1f %% of captions\n"
                + "concentration: Gini %.2f; the top tenth of the captions has %.1f %% of the"
                + " matches\n",
            truePairs,
            100 * matches.matchRate(),
            matches.median(),
            matches.p90(),
            matches.p99(),
            matches.max(),
            100 * matches.noneShare(),
            matches.gini(),
            100 * matches.topDecileShare());
    TextTable levels = new TextTable("level", "captions", "mean matches");
    for (MatchStatistics.Level level : matches.levels()) {
      levels.row(
          Integer.toString(level.level()),
          String.format(Locale.ROOT, "%.1f %%", 100 * level.share()),
          String.format(Locale.ROOT, "%.1f", level.meanMatches()));
    }
    return numbers + levels;
  }
}
