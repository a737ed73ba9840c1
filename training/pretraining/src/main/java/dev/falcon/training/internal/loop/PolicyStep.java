// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.training.internal.loop.course.StepMetrics;
import dev.falcon.training.internal.policy.BatchDraws;
import dev.falcon.training.internal.policy.Scheduler;
import dev.falcon.training.internal.store.RewardShaping;
import java.util.Arrays;

/**
 * The scheduler's part of a step, which turns rewards into a policy gradient.
 *
 * @param perAnchor whether every anchor has its own quantile
 */
record PolicyStep(Scheduler scheduler, RewardShaping shaping, boolean perAnchor) {
  /**
   * Takes a policy gradient step.
   *
   * @param draws the source of the batch's quantiles
   * @param credits for each member except the first, the reward of the anchor that chose it
   */
  StepMetrics.PolicyMetrics learn(ComposedBatch batch, BatchDraws draws, double[] credits) {
    // Members except the first were chosen by an anchor: the member before them.
    int[] anchors = Arrays.copyOfRange(batch.anchors(), 1, batch.size());
    double alpha = 0;
    double beta = 0;
    double mean = 0;
    double squares = 0;
    for (int anchor : anchors) {
      float[] distribution = draws.distribution(anchor);
      alpha += distribution[0] / anchors.length;
      beta += distribution[1] / anchors.length;
      double expected = distribution[0] / (distribution[0] + distribution[1]);
      mean += expected / anchors.length;
      squares += expected * expected / anchors.length;
    }
    double reward = Arrays.stream(credits).average().orElse(0);
    double[] shaped = shaping.shape(perAnchor ? credits : new double[] {reward});
    double norm = scheduler.learn(draws, anchors, shaped);
    return new StepMetrics.PolicyMetrics(
        reward, alpha, beta, mean, Math.sqrt(Math.max(0, squares - mean * mean)), norm);
  }
}
