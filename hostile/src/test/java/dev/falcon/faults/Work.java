// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Every command that works for long, made small, in an order in which each finds its inputs. */
enum Work {
  GENERATE(
      "data generate scenes --count 600 --samples-per-shard 40 --truth parquet --out {out}",
      Optional.empty()),
  CONVERT(
      "data convert {in}/generate --samples-per-shard 70 --format parquet --out {out}",
      Optional.of(GENERATE)),
  EMBED(
      "embed --input-dataset {in}/generate --model {home}/onnx-models/scenes-tiny"
          + " --samples-per-shard 40 --num-workers 1 --out {out}",
      Optional.of(GENERATE)),
  EMBED_PARTS(
      "embed --input-dataset {in}/generate --model {home}/onnx-models/scenes-tiny"
          + " --samples-per-shard 40 --num-workers 1 --shard 0/1 --out {out}",
      Optional.of(GENERATE)),
  MERGE_STORE("merge {out}", Optional.of(EMBED_PARTS)),
  MINE(
      "mine --embeddings {in}/embed --quantiles 0.9 --search-space 100 --batch-size 10"
          + " --epochs 200 --out {out}/plan.parquet",
      Optional.of(EMBED)),
  MINE_PARTS(
      "mine --embeddings {in}/embed --quantiles 0.9 --search-space 100 --batch-size 10"
          + " --epochs 60 --shard 0/1 --out {out}",
      Optional.of(EMBED)),
  MERGE_PLAN("merge {out} --out {out}/plan.parquet", Optional.of(MINE_PARTS)),
  AUDIT(
      "audit-fn --plan {in}/mine/plan.parquet --embeddings {in}/embed --input-dataset {in}/generate"
          + " --model {home}/onnx-models/scenes-tiny --max-pairs 150 --out {out}",
      Optional.of(EMBED)),
  EVALUATE(
      "eval retrieval --input-dataset {in}/generate/00000.tar"
          + " --model {home}/onnx-models/scenes-tiny --output-dir {out}",
      Optional.of(GENERATE)),
  TRAIN(
      "train --preset scenes-tiny --config {home}/training/pretraining/src/test/resources/tiny.yaml"
          + " --set train.epochs=12 --set checkpoint.every_steps=5 --cache {in}/cache --out {out}",
      Optional.empty()),
  FINETUNE(
      "finetune retrieval --preset scenes-tiny --checkpoint {in}/train"
          + " --set threads=1 --set train.epochs=6 --set train.batch_size=6"
          + " --set checkpoint.every_steps=5 --cache {in}/cache --out {out}",
      Optional.of(TRAIN)),
  EXPORT("export {in}/train --out {out}", Optional.of(TRAIN)),
  REPRODUCE(
      "reproduce scenes --only uniform --seeds 1 --set threads=1 --set data.scenes.pairs=50"
          + " --set data.scenes.held_images=12 --set start.supervised.images=20"
          + " --set start.supervised.steps=2 --set start.supervised.batch_size=4"
          + " --set method.search_space=20 --set train.batch_size=6 --set train.epochs=2"
          + " --set schedule.warm_up=1 --out {out}",
      Optional.empty());

  private final String words;
  private final Optional<Work> input;

  /**
   * @param words the command line, with the folders of inputs, of Falcon and of outputs in braces
   * @param input whose files it reads
   */
  Work(String words, Optional<Work> input) {
    this.words = words;
    this.input = input;
  }

  /**
   * The command line.
   *
   * @param home Falcon's
   * @param inputs what the works before this one have written, undisturbed
   * @param output the folder to write
   */
  List<String> command(Path home, Path inputs, Path output) {
    List<String> command = new ArrayList<>();
    for (String word : words.split(" ", -1)) {
      command.add(
          word.replace("{home}", home.toString())
              .replace("{in}", inputs.toString())
              .replace("{out}", output.toString()));
    }
    command.add("--quiet");
    return command;
  }

  /** Whose files it reads; none where it makes its own. */
  Optional<Work> input() {
    return input;
  }

  /** Whether it works where its input lies, so that this is copied to its output first. */
  boolean isInPlace() {
    return words.startsWith("merge");
  }

  /** The folder's name. */
  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }
}
