// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.finetune;

import dev.falcon.downstream.config.TaskConfig;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code falcon finetune nlvr}: statements about two pictures. */
@Command(
    name = "nlvr",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Fine-tune on statements about two pictures (NLVR2), from NLVR2's JSON lines or ALBEF's"
          + " lists.",
      "Writes predictions that falcon eval nlvr reads. Presets: nlvr2 (as GRIT-VLP and MAFA ran it),"
          + " nlvr2-albef, scenes-tiny.",
      "An interrupted run resumes when the command is repeated.",
      "Exit code 3 if some statements could not be used; rejects.parquet in RUN lists them."
    })
final class FinetuneNlvrCommand implements Callable<Integer> {
  @Mixin private ExampleFlags examples;
  @Mixin private FinetuneFlags flags;

  @Override
  public Integer call() {
    return flags.run(TaskConfig.NLVR, examples.keys());
  }
}
