package dev.falcon.training.internal.loop.step;

import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.framework.batch.BatchInputs;
import dev.falcon.training.internal.loop.batch.EpochBatches;
import dev.falcon.training.internal.loop.batch.PlannedBatch;
import dev.falcon.training.internal.loop.course.Position;
import dev.falcon.training.internal.loop.metric.Stopwatch;
import dev.falcon.training.internal.tensor.engine.Ahead;

/**
 * An epoch's batches as tensors, in their order. Where a plan can {@linkplain
 * EpochBatches#foreseeable foresee} its batches, and tensors lie on a device, the next one is
 * composed and copied there while a step is taken.
 */
public final class BatchFeed implements AutoCloseable {
  private final InputMaker inputs;
  private final Ahead<Fed> ahead;
  private final Stopwatch watch;
  private EpochBatches plan;
  private int[] taken = {};

  /** Makes the tensors of pairs, in a memory of their own. */
  @FunctionalInterface
  public interface InputMaker {
    BatchInputs of(NDManager memory, int[] rows, long step);
  }

  /**
   * A batch that a step is taken on.
   *
   * @param taken what the plan had taken of the search space with it
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  public record Fed(PlannedBatch batch, BatchInputs inputs, int[] taken) {}

  /**
   * @param inputs may be called on another thread, once at a time
   */
  public BatchFeed(InputMaker inputs, Ahead<Fed> ahead, Stopwatch watch) {
    this.inputs = inputs;
    this.ahead = ahead;
    this.watch = watch;
  }

  /** Begins an epoch, or goes on within it. */
  public void begin(EpochBatches epoch) {
    plan = epoch;
  }

  /**
   * The batch of a step; whoever takes it closes it.
   *
   * @param takenBefore as for {@link EpochBatches#compose}
   */
  Ahead.Made<Fed> take(Position at, int[] takenBefore) {
    Runnable composed = () -> watch.lap(Stopwatch.Stage.COMPOSE);
    Ahead.Made<Fed> made =
        ahead.take(memory -> make(memory, at.batch(), at.step(), takenBefore, composed));
    watch.lap(Stopwatch.Stage.INPUTS);
    taken = made.value().taken();
    if (plan.foreseeable() && at.batch() + 1 < plan.batches()) {
      // A stopwatch is its thread's: what is done beside the step takes none of the step's time.
      ahead.begin(memory -> make(memory, at.batch() + 1, at.step() + 1, takenBefore, () -> {}));
    }
    return made;
  }

  private Fed make(NDManager memory, int number, long step, int[] takenBefore, Runnable composed) {
    PlannedBatch batch = plan.compose(number, step, takenBefore);
    composed.run();
    return new Fed(batch, inputs.of(memory, batch.rows(), step), plan.taken());
  }

  /** The pairs that batches of the current search space have taken, up to the last step's. */
  public int[] taken() {
    return taken.clone();
  }

  @Override
  public void close() {
    ahead.close();
  }
}
