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

/** {@code falcon finetune vqa}: questions about a picture. */
@Command(
    name = "vqa",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Fine-tune on questions about a picture (VQA v2, Visual Genome), from the official pair of"
          + " files or ALBEF's lists.",
      "Writes predictions as the test server takes them. Presets: vqa2 (as GRIT-VLP and MAFA ran"
          + " it), vqa2-albef, scenes-tiny.",
      "An interrupted run resumes when the command is repeated.",
      "Exit code 3 if some questions could not be used; rejects.parquet in RUN lists them."
    })
final class FinetuneVqaCommand implements Callable<Integer> {
  @Option(
      names = "--answers",
      paramLabel = "FILE",
      description =
          "A JSON list of the candidate answers; by default, the answers that occur often enough"
              + " in the training questions.")
  private Path answers;

  @Mixin private ExampleFlags examples;
  @Mixin private FinetuneFlags flags;

  @Override
  public Integer call() {
    List<String> keys = new ArrayList<>(examples.keys());
    if (answers != null) {
      keys.add("task.answers=" + Json.line(answers.toString()));
    }
    return flags.run(TaskConfig.VQA, keys);
  }
}
