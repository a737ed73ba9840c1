// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.RandomStream;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.PictureFeed;
import dev.falcon.training.internal.input.Purpose;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loop.batch.EpochBatches;
import dev.falcon.training.internal.loop.batch.EpochLayout;
import dev.falcon.training.internal.loop.batch.GritPlan;
import dev.falcon.training.internal.loop.batch.JestPlan;
import dev.falcon.training.internal.loop.batch.UniformPlan;
import dev.falcon.training.internal.tensor.Torch;

/**
 * Provides the batches of a run: each epoch's search spaces, and the pictures and captions of a
 * batch. Pictures are read ahead, in the epoch's order.
 */
final class RunFeed implements AutoCloseable {
  private final TrainConfig config;
  private final TrainingData data;
  private final Learner learner;
  private final PictureFeed pictures;

  RunFeed(TrainConfig config, TrainingData data, Learner learner) {
    this.config = config;
    this.data = data;
    this.learner = learner;
    int workers = data.world().isEmpty() ? config.data().workerThreads() : 0; // scenes are drawn
    long bytes = (long) config.data().ahead() << 20;
    this.pictures = new PictureFeed(data.train(), config.seed(), workers, bytes);
  }

  /** Begins an epoch. */
  EpochBatches begin(int epoch) {
    boolean uniform = epoch == 0 || !config.method().chained();
    int rows = data.train().rows();
    int space = uniform ? rows : config.method().searchSpace();
    int batchSize = config.train().batchSize();
    int taken = uniform ? batchSize : config.method().taken(batchSize);
    EpochLayout layout = new EpochLayout(rows, space, taken, config.seed(), epoch);
    if (!uniform && config.method().planned()) {
      GritPlan grit = new GritPlan(layout, learner.cache());
      pictures.begin(epoch, grit.order(), config.train().batchSize());
      return grit;
    }
    pictures.begin(epoch, layout.order(), uniform ? batchSize : space);
    if (!uniform && config.method().jest()) {
      return new JestPlan(layout, batchSize, learner.cache(), learner.reference().orElseThrow());
    }
    return uniform ? new UniformPlan(layout) : learner.chainPlan(layout, data.trainTruth());
  }

  /**
   * Returns the inputs of a batch.
   *
   * @param number the number of the step, for random draws
   */
  BatchInputs inputs(NDManager memory, int[] rows, long number) {
    int size = config.model().imageSize();
    float[] pixels = pictures.take(rows);
    long[][] captions = captions(rows);
    Framework framework = learner.framework();
    RandomStream mask = Purpose.MASK.at(config.seed(), number);
    RandomStream extra = Purpose.EXTRA_MASK.at(config.seed(), number);
    return BatchInputs.of(
        memory,
        pixels,
        size,
        captions,
        framework.corrupt(captions, mask),
        added -> framework.corrupt(added, extra),
        data.vocabulary());
  }

  /** Returns the normalised pictures of pairs [rows x 3 x size x size]. */
  NDArray pixels(NDManager memory, int[] rows) {
    int size = config.model().imageSize();
    return Torch.floats(memory, pictures.take(rows), rows.length, 3, size, size);
  }

  /** Returns the tokens of the pairs' captions, padded to the longest [rows x longest]. */
  long[][] captions(int[] rows) {
    return Captions.padded(data.train(), rows, data.vocabulary());
  }

  @Override
  public void close() {
    pictures.close();
  }
}
