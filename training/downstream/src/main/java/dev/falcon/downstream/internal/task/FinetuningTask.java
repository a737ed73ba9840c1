// SPDX-License-Identifier: Apache-2.0
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
 * A task of fine-tuning: a network, its initial weights, the training examples and the evaluated
 * sets. Examples are identified by number.
 */
public interface FinetuningTask extends AutoCloseable {
  /** Returns the name of the task's loss among the metrics. */
  String name();

  /** Returns the network's parameters. */
  ParameterLayout layout();

  /**
   * Returns all initial weights of the network.
   *
   * @param seed the seed of the weights that the checkpoint does not have
   */
  Map<String, float[]> first(long seed);

  /** Returns the number of training examples. */
  int examples();

  /** Returns the pictures of the training examples, {@link #imagesEach} rows per example. */
  Pictures pictures();

  /** Returns the number of pictures per example. */
  int imagesEach();

  /** Returns the data's identity in a checkpoint. */
  DataIdentity identity();

  /** Returns the unusable training data. */
  List<Reject> rejects();

  /** Writes further files to a run's folder for later users of the network. */
  default void leave(RunFolder folder) {}

  /**
   * Runs the network on training examples.
   *
   * @param manager the manager of the results
   * @param examples the numbers of the examples
   * @param pixels their normalised pictures [imagesEach * examples x 3 x size x size]
   * @param step the number of the step in the run, for random draws
   * @param dropout the seed of dropout
   */
  Likelihood look(
      Weights weights, NDManager manager, int[] examples, NDArray pixels, long step, long dropout);

  /** Returns the names of the evaluated sets, the held-out set first. */
  List<String> sets();

  /**
   * Evaluates a set, and writes the predictions in the official format, if there is one.
   *
   * @param manager the manager of the results
   * @param set one of {@link #sets}
   * @param predictions the file to write
   */
  Scores measure(
      Weights weights, NDManager manager, String set, Path predictions, Progress progress);

  /** Returns the name of the file of a set's predictions; empty for none. */
  Optional<String> predictions(String set);

  @Override
  void close();
}
