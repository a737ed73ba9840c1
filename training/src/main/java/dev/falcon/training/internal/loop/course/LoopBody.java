package dev.falcon.training.internal.loop.course;

import dev.falcon.training.internal.tensor.Parameters;
import java.nio.file.Path;
import java.util.Optional;

/** The parts of a {@link TrainingLoop} in which training and fine-tuning differ. */
public interface LoopBody {
  /**
   * Starts an epoch, or resumes within one.
   *
   * @return its number of steps
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
   * @param steps number of steps taken
   */
  void end(int epoch, long steps, MetricsLog log);

  /** The values that must be finite to be saved. */
  Parameters parameters();

  /**
   * Writes a checkpoint.
   *
   * @param epoch of the next step
   * @param batch of the next step within the epoch; 0 between epochs
   * @param steps number of steps taken
   */
  void write(Path file, int epoch, int batch, long steps);

  /** A checkpoint that is never removed. */
  default Optional<Path> spared() {
    return Optional.empty();
  }

  /** Writes the page from the files on disk. */
  void report();

  /**
   * Position of a step in the run.
   *
   * @param epoch counted from 0
   * @param batch k, counted from 0 over the epoch's steps
   * @param step counted from 0 over the run
   * @param learningRate η
   * @param dropout the seed of the step's dropout
   */
  record Position(int epoch, int batch, long step, double learningRate, long dropout) {}
}
