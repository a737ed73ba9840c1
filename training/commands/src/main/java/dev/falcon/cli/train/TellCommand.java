// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.train;

import dev.falcon.cli.internal.option.DatasetOptions;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.process.Interruption;
import dev.falcon.data.RequestException;
import dev.falcon.downstream.generation.GenerationRequest;
import dev.falcon.downstream.generation.GenerationResult;
import dev.falcon.downstream.generation.GenerationSettings;
import dev.falcon.downstream.generation.ImageCaptioner;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon tell}: captions and answers by BLIP-2 and a language model. */
@Command(
    name = "tell",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Caption images, or answer questions about them, with BLIP-2 and an OPT language model.",
      "falcon eval captions or falcon eval vqa reads the file. An interrupted run resumes when"
          + " repeated."
    })
public final class TellCommand implements Callable<Integer> {
  @Option(
      names = "--model",
      required = true,
      paramLabel = "DIR",
      description = "A folder of Hugging Face's Blip2ForConditionalGeneration with OPT.")
  private Path model;

  @Option(
      names = "--input-dataset",
      required = true,
      paramLabel = "DATASET",
      description = DatasetOptions.SPECIFICATION)
  private String dataset;

  @Option(
      names = "--answers",
      description = "Answer questions: the captions of the images are the questions.")
  private boolean answers;

  @Option(
      names = "--prompt",
      paramLabel = "TEXT",
      description =
          "The text to begin with. Default: 'a photo of'; for answers 'Question: {} Short"
              + " answer:', where {} is the question.")
  private String prompt;

  @Option(
      names = "--beams",
      paramLabel = "N",
      description = "Number of beams; 1 is greedy search. Default: 5")
  private Integer beams;

  @Option(
      names = "--min-tokens",
      paramLabel = "N",
      description = "Minimum number of tokens of a text. Default: 8 for captions, 1 for answers.")
  private Integer leastTokens;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      description = "Maximum number of tokens of a text. Default: 30 for captions, 10 for answers.")
  private Integer mostTokens;

  @Option(
      names = "--length-penalty",
      paramLabel = "X",
      description =
          "The exponent of the length by which a text's log-probability is divided. Default: 0")
  private Double lengthPenalty;

  @Option(
      names = "--repetition-penalty",
      paramLabel = "X",
      description = "Penalty on repeated tokens. Default: 1.15 for captions, 1 (none) for answers.")
  private Double repetitionPenalty;

  @Option(
      names = "--device",
      defaultValue = "auto",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda:INDEX.")
  private String device;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The JSON file of predictions.")
  private Path out;

  @Mixin private DatasetOptions datasets;
  @Mixin private OutputOptions outputs;

  @Override
  public Integer call() {
    GenerationRequest.Kind kind =
        answers ? GenerationRequest.Kind.ANSWERS : GenerationRequest.Kind.CAPTIONS;
    try (Interruption interruption = Interruption.listen()) {
      GenerationResult result =
          ImageCaptioner.generate(
              new GenerationRequest(
                  model,
                  datasets.open(dataset),
                  kind,
                  prompt(),
                  settings(),
                  out,
                  outputs.overwrite(),
                  device,
                  0,
                  outputs.progress(),
                  interruption::requested));
      outputs.result(result, warnings(result), () -> text(result));
      if (!result.complete()) {
        outputs.note("interrupted; the same command resumes from there");
      }
      return result.rejects() > 0 ? 3 : 0;
    }
  }

  private String prompt() {
    if (prompt != null) {
      return prompt;
    }
    return answers ? GenerationRequest.ANSWER_PROMPT : GenerationRequest.CAPTION_PROMPT;
  }

  private GenerationSettings settings() {
    if (beams != null && beams == 1 && lengthPenalty != null) {
      throw new RequestException(
          "--length-penalty has no effect with --beams 1, a greedy search; omit it");
    }
    GenerationSettings usual = answers ? GenerationSettings.ANSWERS : GenerationSettings.CAPTIONS;
    return new GenerationSettings(
        beams == null ? usual.beams() : beams,
        leastTokens == null ? usual.leastTokens() : leastTokens,
        mostTokens == null ? usual.mostTokens() : mostTokens,
        lengthPenalty == null ? usual.lengthPenalty() : lengthPenalty,
        repetitionPenalty == null ? usual.repetitionPenalty() : repetitionPenalty);
  }

  private static List<String> warnings(GenerationResult result) {
    return result.rejects() == 0
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "samples left out, without a readable image or without a question: %,d",
                result.rejects()));
  }

  private static String text(GenerationResult result) {
    return String.format(Locale.ROOT, "%s: %,d texts%n", result.out(), result.texts());
  }
}
