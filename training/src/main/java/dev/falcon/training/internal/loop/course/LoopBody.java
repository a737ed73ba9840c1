package dev.falcon.training.internal.loop.course;

import dev.falcon.training.internal.loop.metric.MetricsLog;
import dev.falcon.training.internal.tensor.Parameters;
import java.nio.file.Path;
import java.util.Optional;

/** What a {@link TrainingLoop} goes through, in which training and fine-tuning differ. */
public interface LoopBody {
  /**
   * Begins an epoch, or goes on within it.
   *
   * @return its steps
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
   * @param steps that the run has taken
   */
  void end(int epoch, long steps, MetricsLog log);

  /** What must be finite to be saved. */
  Parameters parameters();

  /**
   * Writes a checkpoint.
   *
   * @param epoch of the next step
   * @param batch of the next step within the epoch; 0 between epochs
   * @param steps that the run has taken
   */
  void write(Path file, int epoch, int batch, long steps);

  /** A checkpoint that stays however old it is. */
  default Optional<Path> spared() {
    return Optional.empty();
  }

  /** Writes the page of what is on disk. */
  void report();
}
