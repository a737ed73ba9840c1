// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.Framework.View;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.loss.objective.ContrastiveLoss;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.NegativeSampling;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.Objective.Step;
import dev.falcon.training.internal.loss.objective.TargetDistribution;
import dev.falcon.training.internal.tensor.MovingAverage;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Map;

/**
 * Soft targets from a momentum network: ALBEF's distillation, but only for contrast within the
 * batch, without the queue and without masked words.
 */
final class MomentumTeacher implements Objective {
  private static final String WEIGHTS = "following.weights.";

  private final Framework framework;
  private final MovingAverage network;
  private final float weight;
  private final NegativeSampling negatives;

  /**
   * @param first the trained network's initial weights
   * @param decay the decay of the momentum network's weights per step
   * @param weight the weight of its predictions in the targets
   */
  public MomentumTeacher(
      Torch torch,
      Framework framework,
      Map<String, float[]> first,
      float decay,
      float weight,
      NegativeSampling negatives) {
    this.framework = framework;
    this.network = new MovingAverage(torch.manager(), framework.layout(), first, decay, WEIGHTS);
    this.weight = weight;
    this.negatives = negatives;
  }

  @Override
  public Map<String, float[]> saved() {
    return network.saved();
  }

  @Override
  public void restore(Map<String, float[]> values) {
    network.restore(values);
  }

  @Override
  public TargetFactory targets(Step step) {
    Weights weights = network.follow(step.parameters());
    // The trained network's own pass uses the step's seed and the next one.
    View view = framework.view(weights, step.batch(), step.dropout() + 2);
    NDArray cosines = view.images().matMul(view.texts().transpose());
    SoftTargets soft = new SoftTargets(weight, TargetDistribution.teacher(cosines));
    return new InBatch(ContrastiveLoss.of(soft), negatives).targets(step);
  }
}
