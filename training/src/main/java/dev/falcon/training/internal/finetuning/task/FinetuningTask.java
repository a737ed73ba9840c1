package dev.falcon.training.internal.finetuning.task;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.eval.metric.Scores;
import dev.falcon.training.internal.input.DataIdentity;
import dev.falcon.training.internal.input.picture.Pictures;
import dev.falcon.training.internal.store.RunFolder;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a checkpoint is fine-tuned for: a network, its first weights, the examples that it learns
 * from, and those by which it is measured. Examples are told by their number.
 */
public interface FinetuningTask extends AutoCloseable {
  /** The name of its loss among the metrics. */
  String name();

  /** The network's parameters. */
  ParameterLayout layout();

  /**
   * The network's first weights, all of them.
   *
   * @param seed of those that the checkpoint does not have
   */
  Map<String, float[]> first(long seed);

  /** The number of training examples. */
  int examples();

  /** Their pictures, {@link #imagesEach} rows each. */
  Pictures pictures();

  /** How many pictures an example has. */
  int imagesEach();

  /** What a checkpoint says of the data. */
  DataIdentity identity();

  /** What of the training data cannot be used. */
  List<Reject> rejects();

  /** Writes what a run's folder holds beside its rejects, for those who use the network later. */
  default void leave(RunFolder folder) {}

  /**
   * Looks at training examples.
   *
   * @param manager of what is made
   * @param examples their numbers
   * @param pixels normalised pictures of them [imagesEach * examples x 3 x size x size]
   * @param step of the run, for what is drawn
   * @param dropout the seed of what is dropped
   */
  Likelihood look(
      Weights weights, NDManager manager, int[] examples, NDArray pixels, long step, long dropout);

  /** The names of the sets by which it is measured, the held-out one first. */
  List<String> sets();

  /**
   * Measures, and writes what was measured in the official format, where there is one.
   *
   * @param manager of what is made
   * @param set one of {@link #sets}
   * @param predictions the file to write
   */
  Scores measure(
      Weights weights, NDManager manager, String set, Path predictions, Progress progress);

  /** How the file of a set's predictions is called; empty where there is none. */
  Optional<String> predictions(String set);

  @Override
  void close();
}
