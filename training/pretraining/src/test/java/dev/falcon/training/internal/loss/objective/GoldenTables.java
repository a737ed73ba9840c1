// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Torch;

/** The worked example that the losses' golden numbers belong to: four pairs, τ = 0.1. */
public final class GoldenTables {
  public static final int ROWS = 4;
  static final float TEMPERATURE = 0.1f;

  /** The learner's cosines, images by captions. */
  static final float[] LEARNER = {
    .80f, .55f, .10f, .30f,
    .50f, .70f, .20f, -.05f,
    .15f, .25f, .60f, .40f,
    .35f, .00f, .65f, .50f
  };

  /** A frozen model's cosines, images by captions. */
  static final float[] FROZEN = {
    .75f, .70f, .05f, .10f,
    .68f, .72f, .10f, .02f,
    .08f, .12f, .66f, .30f,
    .12f, .05f, .35f, .71f
  };

  private GoldenTables() {}

  public static NDArray learner(NDManager manager) {
    return Torch.floats(manager, LEARNER, ROWS, ROWS);
  }

  public static NDArray frozen(NDManager manager) {
    return Torch.floats(manager, FROZEN, ROWS, ROWS);
  }

  /** A batch of these cosines; its vectors are without meaning. */
  public static BatchSimilarities batch(NDArray cosines) {
    return batch(cosines, TEMPERATURE);
  }

  public static BatchSimilarities batch(NDArray cosines, float temperature) {
    NDArray scalar = Ops.scalar(cosines.getManager(), temperature);
    return new BatchSimilarities(cosines, cosines.transpose(), cosines, cosines, scalar);
  }
}
