package dev.falcon.training.internal.loss.soft;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.decision.Targets;
import dev.falcon.training.internal.framework.pass.Framework;
import dev.falcon.training.internal.framework.pass.View;
import dev.falcon.training.internal.loss.negative.NegativeSampling;
import dev.falcon.training.internal.loss.objective.ContrastiveLoss;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.Step;
import dev.falcon.training.internal.loss.similarity.Belief;
import dev.falcon.training.internal.tensor.MovingAverage;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.util.Map;

/**
 * Soft targets from a second network that follows the first one slowly: ALBEF's belief in contrast
 * alone, within the batch, without its queue and its words.
 */
public final class Following implements Objective {
  private static final String WEIGHTS = "following.weights.";

  private final Framework framework;
  private final MovingAverage network;
  private final float weight;
  private final NegativeSampling negatives;

  /**
   * @param first the followed network's weights
   * @param decay how much of its weights the second network keeps in a step
   * @param weight of its belief in the targets
   */
  public Following(
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
  public Targets targets(Step step) {
    Weights weights = network.follow(step.parameters());
    // The network's own pass draws from the step's seed and the next one.
    View view = framework.view(weights, step.batch(), step.dropout() + 2);
    NDArray cosines = view.images().matMul(view.texts().transpose());
    SoftTargets soft = new SoftTargets(weight, Belief.teacher(cosines));
    return new InBatch(ContrastiveLoss.of(soft), negatives).targets(step);
  }
}
