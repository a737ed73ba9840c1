package dev.falcon.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Every command that works for long, made small, in an order in which each finds its inputs. */
@SuppressWarnings("ImmutableEnumChecker") // its functions hold nothing
enum Work {
  GENERATE,
  CONVERT,
  EMBED,
  MINE,
  AUDIT,
  EVALUATE,
  TRAIN,
  REPRODUCE;

  /**
   * The command line.
   *
   * @param home Falcon's
   * @param inputs what the works before this one have written, undisturbed
   * @param output the folder to write
   */
  List<String> command(Path home, Path inputs, Path output) {
    List<String> command = new ArrayList<>(words(home, inputs));
    command.add(this == EVALUATE ? "--output-dir" : "--out");
    command.add((this == MINE ? output.resolve("plan.parquet") : output).toString());
    command.add("--quiet");
    return command;
  }

  private List<String> words(Path home, Path in) {
    return switch (this) {
      case GENERATE ->
          List.of(
              "data",
              "generate",
              "scenes",
              "--count",
              "600",
              "--samples-per-shard",
              "40",
              "--truth",
              "parquet");
      case CONVERT ->
          List.of(
              "data",
              "convert",
              in + "/generate",
              "--samples-per-shard",
              "70",
              "--format",
              "parquet");
      case EMBED ->
          List.of(
              "embed",
              "--input-dataset",
              in + "/generate",
              "--model",
              home + "/onnx-models/scenes-tiny",
              "--samples-per-shard",
              "40",
              "--num-workers",
              "1");
      case MINE ->
          List.of(
              "mine",
              "--embeddings",
              in + "/embed",
              "--quantiles",
              "0.9",
              "--search-space",
              "100",
              "--batch-size",
              "10",
              "--epochs",
              "200");
      case AUDIT ->
          List.of(
              "audit-fn",
              "--plan",
              in + "/mine/plan.parquet",
              "--embeddings",
              in + "/embed",
              "--input-dataset",
              in + "/generate",
              "--model",
              home + "/onnx-models/scenes-tiny",
              "--max-pairs",
              "150");
      case EVALUATE ->
          List.of(
              "eval",
              "retrieval",
              "--input-dataset",
              in + "/generate/00000.tar",
              "--model",
              home + "/onnx-models/scenes-tiny");
      case TRAIN ->
          List.of(
              "train",
              "--preset",
              "scenes-tiny",
              "--config",
              home + "/training/src/test/resources/tiny.yaml",
              "--set",
              "train.epochs=12",
              "--set",
              "checkpoint.every_steps=5",
              "--cache",
              in + "/cache");
      case REPRODUCE ->
          List.of(
              "reproduce",
              "scenes",
              "--only",
              "uniform",
              "--seeds",
              "1",
              "--set",
              "threads=1",
              "--set",
              "data.scenes.pairs=50",
              "--set",
              "data.scenes.held_images=12",
              "--set",
              "start.supervised.images=20",
              "--set",
              "start.supervised.steps=2",
              "--set",
              "start.supervised.batch_size=4",
              "--set",
              "method.search_space=20",
              "--set",
              "train.batch_size=6",
              "--set",
              "train.epochs=2",
              "--set",
              "train.warm_up=1");
    };
  }
}
