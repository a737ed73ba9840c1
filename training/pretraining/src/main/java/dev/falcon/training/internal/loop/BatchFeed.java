// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.loop.batch.EpochBatches;
import dev.falcon.training.internal.loop.batch.PlannedBatch;
import dev.falcon.training.internal.loop.course.LoopBody.Position;
import dev.falcon.training.internal.loop.course.Stopwatch;
import dev.falcon.training.internal.tensor.Prefetcher;

/**
 * An epoch's batches as tensors, in order. If a plan's batches are {@linkplain
 * EpochBatches#foreseeable foreseeable} and tensors are on a device, the next batch is composed and
 * copied to the device during a step.
 */
final class BatchFeed implements AutoCloseable {
  private final InputMaker inputs;
  private final Prefetcher<Fed> ahead;
  private final Stopwatch watch;
  private EpochBatches plan;
  private int[] taken = {};

  /** Creates the tensors of pairs, in a separate memory. */
  @FunctionalInterface
  public interface InputMaker {
    BatchInputs of(NDManager memory, int[] rows, long step);
  }

  /**
   * A batch of a step.
   *
   * @param taken the pairs of the search space that were taken up to this batch
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  public record Fed(PlannedBatch batch, BatchInputs inputs, int[] taken) {}

  /**
   * @param inputs creates the tensors; may be called on another thread, one call at a time
   */
  public BatchFeed(InputMaker inputs, Prefetcher<Fed> ahead, Stopwatch watch) {
    this.inputs = inputs;
    this.ahead = ahead;
    this.watch = watch;
  }

  /** Starts an epoch, or resumes within one. */
  public void begin(EpochBatches epoch) {
    plan = epoch;
  }

  /**
   * Returns the batch of a step; the caller closes it.
   *
   * @param takenBefore as for {@link EpochBatches#compose}
   */
  Prefetcher.Made<Fed> take(Position at, int[] takenBefore) {
    Runnable composed = () -> watch.lap(Stopwatch.Stage.COMPOSE);
    Prefetcher.Made<Fed> made =
        ahead.take(memory -> make(memory, at.batch(), at.step(), takenBefore, composed));
    watch.lap(Stopwatch.Stage.INPUTS);
    taken = made.value().taken();
    if (plan.foreseeable() && at.batch() + 1 < plan.batches()) {
      // A stopwatch measures one thread, so work that runs in parallel with the step is not
      // measured.
      ahead.begin(memory -> make(memory, at.batch() + 1, at.step() + 1, takenBefore, () -> {}));
    }
    return made;
  }

  private Fed make(NDManager memory, int number, long step, int[] takenBefore, Runnable composed) {
    PlannedBatch batch = plan.compose(number, step, takenBefore);
    composed.run();
    return new Fed(batch, inputs.of(memory, batch.rows(), step), plan.taken());
  }

  /**
   * Returns the pairs that batches of the current search space have taken, up to the last step's.
   */
  public int[] taken() {
    return taken.clone();
  }

  @Override
  public void close() {
    ahead.close();
  }
}
