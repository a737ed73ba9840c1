package dev.falcon.downstream.internal.task;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.eval.metric.Scores;
import dev.falcon.training.internal.input.Pictures;
import dev.falcon.training.internal.input.TrainingData.DataIdentity;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A fine-tuning task: a network, its initial weights, the training examples and the evaluated ones.
 * Examples are identified by number.
 */
public interface FinetuningTask extends AutoCloseable {
  /** The name of its loss among the metrics. */
  String name();

  /** The network's parameters. */
  ParameterLayout layout();

  /**
   * The network's initial weights, all of them.
   *
   * @param seed for the weights that the checkpoint does not have
   */
  Map<String, float[]> first(long seed);

  /** The number of training examples. */
  int examples();

  /** Their pictures, {@link #imagesEach} rows each. */
  Pictures pictures();

  /** Number of pictures of an example. */
  int imagesEach();

  /** The data's identity in a checkpoint. */
  DataIdentity identity();

  /** The unusable training data. */
  List<Reject> rejects();

  /** Writes further files to a run's folder for later users of the network. */
  default void leave(RunFolder folder) {}

  /**
   * Runs the network on training examples.
   *
   * @param manager of the results
   * @param examples their numbers
   * @param pixels normalised pictures of them [imagesEach * examples x 3 x size x size]
   * @param step of the run, for random draws
   * @param dropout the seed of dropout
   */
  Likelihood look(
      Weights weights, NDManager manager, int[] examples, NDArray pixels, long step, long dropout);

  /** Names of the evaluated sets, the held-out one first. */
  List<String> sets();

  /**
   * Evaluates a set, and writes the predictions in the official format, if there is one.
   *
   * @param manager of the results
   * @param set one of {@link #sets}
   * @param predictions the file to write
   */
  Scores measure(
      Weights weights, NDManager manager, String set, Path predictions, Progress progress);

  /** The name of the file of a set's predictions; empty for none. */
  Optional<String> predictions(String set);

  @Override
  void close();
}
