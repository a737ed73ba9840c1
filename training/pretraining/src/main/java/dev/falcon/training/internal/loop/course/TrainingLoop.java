// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.course;

import dev.falcon.data.Progress;
import dev.falcon.training.config.ScheduleConfig;
import dev.falcon.training.config.TrainConfig.CheckpointConfig;
import dev.falcon.training.internal.input.Purpose;
import dev.falcon.training.internal.loop.course.LoopBody.Position;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.LearningRate;
import dev.falcon.training.run.DivergedException;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The loop over a run's epochs and steps: line 3 of Algorithm 2, and the loop of fine-tuning. It
 * saves and stops between steps, and a resumed run gives the same result bit for bit.
 */
public final class TrainingLoop {
  private final LoopBody body;
  private final RunFolder folder;
  private final Settings settings;
  private final Stopwatch watch;
  private final LearningRate rate;
  private int epoch;
  private int batch;
  private long step;
  private Path saved;

  /**
   * Settings that stay the same during a run.
   *
   * @param seed the seed of the steps' dropout
   * @param epochs number of epochs
   * @param steps the number of steps of all epochs
   * @param schedule the schedule of the learning rate
   * @param saving when checkpoints are written, besides at the ends of epochs
   * @param stop polled after every step; once true, the run is saved and ends
   */
  public record Settings(
      long seed,
      int epochs,
      long steps,
      ScheduleConfig schedule,
      CheckpointConfig saving,
      BooleanSupplier stop) {}

  /**
   * @param checkpoint the checkpoint from which the run resumes; empty for a new run
   */
  public TrainingLoop(
      LoopBody body,
      RunFolder folder,
      Settings settings,
      Stopwatch watch,
      Optional<Checkpoint> checkpoint) {
    this.body = body;
    this.folder = folder;
    this.settings = settings;
    this.watch = watch;
    this.rate = LearningRate.of(settings.schedule(), settings.steps());
    checkpoint.ifPresent(
        found -> {
          epoch = found.state().epoch();
          batch = found.state().batch();
          step = found.state().step();
          saved = found.file();
        });
  }

  /**
   * Runs to the end, or until a stop is requested.
   *
   * @return whether it reached the end
   * @throws DivergedException if a loss, a gradient or a weight is not finite
   */
  public boolean run(MetricsLog log, Progress.Task progress) {
    progress.advance(step);
    try {
      while (epoch < settings.epochs()) {
        if (!runEpoch(log, progress)) {
          return false;
        }
      }
      return true;
    } catch (DivergedException e) {
      folder.writeDivergence(new RunFolder.Divergence(e.step(), e.getMessage()));
      throw e;
    }
  }

  private boolean runEpoch(MetricsLog log, Progress.Task progress) {
    int batches = body.begin(epoch);
    while (batch < batches) {
      takeStep(log);
      progress.advance(1);
      if (settings.stop().getAsBoolean()) {
        save(log);
        return false;
      }
      int every = settings.saving().everySteps();
      if (every > 0 && step % every == 0) {
        save(log);
      }
    }
    body.end(epoch, step, log);
    epoch++;
    batch = 0;
    save(log);
    return true;
  }

  private void takeStep(MetricsLog log) {
    // Kept below 2^31, the range of the engine's seed.
    long dropout = Purpose.DROPOUT.at(settings.seed(), step).nextLong() >>> 34;
    watch.begin();
    log.write(body.take(new Position(epoch, batch, step, rate.at(epoch, batch, step), dropout)));
    watch.lap(Stopwatch.Stage.BOOKKEEPING);
    batch++;
    step++;
  }

  private void save(MetricsLog log) {
    log.flush();
    if (!body.parameters().finite()) {
      throw diverged("the weights hold values that are not numbers");
    }
    Path file = folder.checkpoint(step);
    body.write(file, epoch, batch, step);
    saved = file;
    folder.prune(settings.saving().keep(), body.spared());
    body.report();
  }

  /** Returns the failure of a diverged run, naming the checkpoint from which it can resume. */
  public DivergedException diverged(String what) {
    return new DivergedException(
        step,
        "step "
            + step
            + ": "
            + what
            + "; the last good checkpoint is "
            + (saved == null ? "none" : saved)
            + "; a lower schedule.base or optimiser.clip may help");
  }

  /** Returns the number of steps taken. */
  public long steps() {
    return step;
  }

  /** Returns the newest checkpoint; null for none. */
  public Path saved() {
    return saved;
  }
}
