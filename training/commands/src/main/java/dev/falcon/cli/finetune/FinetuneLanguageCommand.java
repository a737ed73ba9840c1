// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.finetune;

import dev.falcon.data.file.Json;
import dev.falcon.downstream.config.TaskConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon finetune language}: BLIP-2's second stage. */
@Command(
    name = "language",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Train BLIP-2's second stage: the Q-Former of a first-stage checkpoint, with the caption"
          + " loss of a frozen OPT.",
      "falcon export makes a folder of the run with which falcon tell captions images and answers"
          + " questions.",
      "Presets: opt (as LAVIS trains it), scenes-tiny.",
      "An interrupted run resumes when the command is repeated.",
      "Exit code 3 if some of the data could not be used; rejects.parquet in RUN lists it."
    })
final class FinetuneLanguageCommand implements Callable<Integer> {
  @Option(
      names = "--language-model",
      paramLabel = "DIR",
      description =
          "A folder of OPT, or of Blip2ForConditionalGeneration with OPT, as Hugging Face publishes"
              + " it.")
  private Path languageModel;

  @Option(
      names = "--pairs",
      paramLabel = "DATASET",
      description = "Images with captions; the checkpoint's training data by default.")
  private String pairs;

  @Mixin private FinetuneFlags flags;

  @Override
  public Integer call() {
    List<String> keys = new ArrayList<>();
    if (languageModel != null) {
      keys.add("task.language_model=" + Json.line(languageModel.toString()));
    }
    if (pairs != null) {
      keys.add("data.pairs=" + Json.line(pairs));
    }
    return flags.run(TaskConfig.LANGUAGE, keys);
  }
}
