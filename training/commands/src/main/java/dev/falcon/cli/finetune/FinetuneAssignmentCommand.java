// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.finetune;

import dev.falcon.data.file.Json;
import dev.falcon.downstream.config.TaskConfig;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon finetune assignment}: the step before NLVR2. */
@Command(
    name = "assignment",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Fine-tune on text assignment, the step before falcon finetune nlvr: which of two pictures a"
          + " caption belongs to, if any.",
      "Presets: coco (as GRIT-VLP and MAFA ran it), 4m-albef, scenes-tiny.",
      "An interrupted run resumes when the command is repeated."
    })
final class FinetuneAssignmentCommand implements Callable<Integer> {
  @Option(
      names = "--pairs",
      paramLabel = "DATASET",
      description = "Images with captions; the checkpoint's training data by default.")
  private String pairs;

  @Mixin private FinetuneFlags flags;

  @Override
  public Integer call() {
    return flags.run(
        TaskConfig.ASSIGNMENT,
        pairs == null ? List.of() : List.of("data.pairs=" + Json.line(pairs)));
  }
}
