package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RandomStream;
import dev.falcon.training.config.ObjectiveConfig.MomentumConfig;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Torch;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * ALBEF's second network, which follows the first one slowly and learns nothing itself, and the
 * queues of what it made of the last pairs. It drops values as the first one does.
 */
public final class Momentum {
  private static final String IMAGES = "queue.images";
  private static final String TEXTS = "queue.texts";
  private static final String WEIGHTS = "weights.";

  private final MomentumConfig config;
  private final Objective objective;
  private final long climb;
  private final Parameters parameters;
  private final FeatureQueue images;
  private final FeatureQueue texts;

  /**
   * Opens it where a run stands.
   *
   * @param objective of the network that is followed
   * @param climb the steps of the first epoch, in which the distillation's weight climbs
   * @param values {@link #first} ones, or those of {@link #values()} in another run
   */
  public Momentum(
      Torch torch,
      Albef network,
      MomentumConfig config,
      Objective objective,
      long climb,
      Map<String, float[]> values) {
    this.config = config;
    this.objective = objective;
    this.climb = climb;
    Map<String, float[]> weights = new LinkedHashMap<>();
    values.forEach(
        (name, data) -> {
          if (name.startsWith(WEIGHTS)) {
            weights.put(name.substring(WEIGHTS.length()), data);
          }
        });
    this.parameters = new Parameters(torch.manager(), network.layout(), weights, false);
    this.images = FeatureQueue.of(torch.manager(), values.get(IMAGES), config.queue());
    this.texts = FeatureQueue.of(torch.manager(), values.get(TEXTS), config.queue());
  }

  /**
   * What a run begins with: the followed network's first weights, and random unit vectors.
   *
   * @param width of the vectors
   */
  public static Map<String, float[]> first(
      Map<String, float[]> weights, MomentumConfig config, int width, long seed) {
    Map<String, float[]> values = new LinkedHashMap<>();
    weights.forEach((name, data) -> values.put(WEIGHTS + name, data));
    for (String queue : new String[] {IMAGES, TEXTS}) {
      RandomStream random = RandomStream.of(seed, queue);
      values.put(queue, FeatureQueue.random(config.queue(), width, random));
    }
    return values;
  }

  /** All that the next step depends on, for a checkpoint. */
  public Map<String, float[]> values() {
    Map<String, float[]> values = new LinkedHashMap<>();
    parameters.copy().forEach((name, data) -> values.put(WEIGHTS + name, data));
    values.put(IMAGES, images.values());
    values.put(TEXTS, texts.values());
    return values;
  }

  /**
   * Moves after the network, looks at the batch, and puts what it saw into the queues. The result
   * lives in the caller's {@link dev.falcon.training.internal.tensor.StepMemory}.
   *
   * @param followed the network's parameters before the step
   * @param choice of matching's negatives
   * @param step counted from 0 over the run
   * @param dropoutSeed not that of the network itself
   */
  public Targets targets(
      Parameters followed,
      BatchInputs batch,
      Negatives.Choice choice,
      long step,
      long dropoutSeed) {
    parameters.follow(followed, config.decay());
    Objective.View view = objective.view(parameters.untrained(), batch, dropoutSeed);
    NDArray allImages = Ops.concatRows(view.images(), images.vectors());
    NDArray allTexts = Ops.concatRows(view.texts(), texts.vectors());
    long before = step * batch.rows();
    images.append(view.images(), before);
    texts.append(view.texts(), before);
    return new MomentumTargets(view, allImages, allTexts, belief(step), choice);
  }

  private float belief(long step) {
    return (float) (config.distillation() * Math.min(1, step / (double) climb));
  }
}
