// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.course;

import dev.falcon.training.internal.tensor.Parameters;
import java.nio.file.Path;
import java.util.Optional;

/** The parts of a {@link TrainingLoop} in which training and fine-tuning differ. */
public interface LoopBody {
  /**
   * Starts an epoch, or resumes within one.
   *
   * @return the epoch's number of steps
   */
  int begin(int epoch);

  /**
   * Takes a step.
   *
   * @return the step's line of metrics
   */
  Object take(Position at);

  /**
   * Ends an epoch, before it is saved.
   *
   * @param steps the number of steps taken
   */
  void end(int epoch, long steps, MetricsLog log);

  /** Returns the values that must be finite to be saved. */
  Parameters parameters();

  /**
   * Writes a checkpoint.
   *
   * @param epoch the epoch of the next step
   * @param batch the number of the next step within the epoch; 0 between epochs
   * @param steps the number of steps taken
   */
  void write(Path file, int epoch, int batch, long steps);

  /** Returns a checkpoint that is never removed. */
  default Optional<Path> spared() {
    return Optional.empty();
  }

  /** Writes the page from the files on disk. */
  void report();

  /**
   * The position of a step in the run.
   *
   * @param epoch the epoch, counted from 0
   * @param batch k, the number of the step in the epoch, counted from 0
   * @param step the number of the step in the run, counted from 0
   * @param learningRate η, the learning rate
   * @param dropout the seed of the step's dropout
   */
  record Position(int epoch, int batch, long step, double learningRate, long dropout) {}
}
