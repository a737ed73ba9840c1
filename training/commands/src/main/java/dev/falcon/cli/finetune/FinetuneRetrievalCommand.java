// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.finetune;

import dev.falcon.data.file.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon finetune retrieval}: captions to images, and back. */
@Command(
    name = "retrieval",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Fine-tune on images with captions (COCO, Flickr30k), where all captions of an image match it.",
      "The result is a run like those of falcon train, with report and evaluation, that falcon"
          + " export takes.",
      "Presets: coco and flickr (as GRIT-VLP and MAFA ran them), coco-albef, flickr-albef,"
          + " scenes-tiny.",
      "An interrupted run resumes when the command is repeated.",
      "Exit code 3 if some of the data could not be used; rejects.parquet in RUN lists it."
    })
final class FinetuneRetrievalCommand implements Callable<Integer> {
  @Option(
      names = "--train",
      paramLabel = "DATASET",
      description = "Training data; the checkpoint's training data by default.")
  private String train;

  @Option(
      names = "--held",
      paramLabel = "DATASET",
      description = "Evaluation data; the checkpoint's evaluation data by default.")
  private String held;

  @Mixin private FinetuneFlags flags;

  @Override
  public Integer call() {
    List<String> keys = new ArrayList<>();
    if (train != null) {
      keys.add("data.train=" + Json.line(train));
    }
    if (held != null) {
      keys.add("data.held=" + Json.line(held));
    }
    return flags.runRetrieval(keys);
  }
}
