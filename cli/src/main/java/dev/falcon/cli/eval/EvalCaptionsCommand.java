// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.InputFlag;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.ScoresTable;
import dev.falcon.data.InputRole;
import dev.falcon.eval.caption.CaptionEvaluation;
import dev.falcon.eval.caption.CaptionRequest;
import dev.falcon.eval.caption.CaptionResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon eval captions}: evaluates captions against human references. */
@Command(
    name = "captions",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Evaluate a file of captions against people's, by BLEU, ROUGE-L and CIDEr-D as the usual"
          + " evaluation computes them.",
      "METEOR and SPICE are computed if you supply their jars."
    })
final class EvalCaptionsCommand implements Callable<Integer> {
  @InputFlag(InputRole.PREDICTIONS)
  @Option(
      names = "--predictions",
      required = true,
      paramLabel = "FILE",
      description = "A JSON list of {image_id, caption}, COCO's result form.")
  private Path predictions;

  @InputFlag(InputRole.REFERENCES)
  @Option(
      names = "--references",
      required = true,
      paramLabel = "FILE",
      description = "COCO's annotation file, with people's captions.")
  private Path references;

  @Option(
      names = "--predicted-only",
      description = "Leave out images without a prediction; otherwise they are an error.")
  private boolean predictedOnly;

  @Option(
      names = "--meteor-jar",
      paramLabel = "JAR",
      description = "meteor-1.5.jar, with its data folder beside it.")
  private Path meteorJar;

  @Option(
      names = "--spice-jar",
      paramLabel = "JAR",
      description = "spice-1.0.jar, with its lib folder beside it; needs 8 GB of memory.")
  private Path spiceJar;

  @Effect(with = {"--meteor-jar", "--spice-jar"})
  @Option(
      names = "--jar-minutes",
      defaultValue = "120",
      paramLabel = "N",
      description = "Minutes that each jar may run before it is stopped.")
  private int jarMinutes;

  @Option(names = "--out", paramLabel = "FILE", description = "Also write the result as JSON.")
  private Path out;

  @Mixin private OutputOptions outputs;

  @Override
  public Integer call() {
    CaptionRequest request =
        new CaptionRequest(
            predictions,
            references,
            predictedOnly,
            Optional.ofNullable(meteorJar),
            Optional.ofNullable(spiceJar),
            Duration.ofMinutes(jarMinutes));
    outputs.report(
        out,
        Stream.of(predictions, references, meteorJar, spiceJar).filter(Objects::nonNull).toList(),
        () -> CaptionEvaluation.run(request),
        EvalCaptionsCommand::text);
    return 0;
  }

  private static String text(CaptionResult result) {
    String lacks =
        result.notComputed().isEmpty()
            ? ""
            : "not computed: "
                + String.join(", ", result.notComputed())
                + "; give their jars to compute them\n";
    return ScoresTable.of("metric", result.scores())
        + String.format(
            Locale.ROOT,
            "%,d images, %,d captions by people%n",
            result.images(),
            result.references())
        + lacks;
  }
}
