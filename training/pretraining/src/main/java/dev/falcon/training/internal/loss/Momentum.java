// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import dev.falcon.data.RequestException;
import dev.falcon.training.config.ObjectiveConfig.MomentumConfig;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.Framework.View;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.input.Purpose;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.NegativeSampling;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.Objective.Step;
import dev.falcon.training.internal.tensor.MovingAverage;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * ALBEF's objective: a momentum network, and queues of its vectors of the most recent pairs. The
 * momentum network's dropout probability equals that of the trained network.
 */
final class Momentum implements Objective {
  private static final String NAME = "momentum.";
  private static final String IMAGES = NAME + "queue.images";
  private static final String TEXTS = NAME + "queue.texts";
  private static final String SHOWN = NAME + "queue.shown";
  private static final String WEIGHTS = NAME + "weights.";

  private final Framework framework;
  private final MomentumConfig config;
  private final NegativeSampling negatives;
  private final long climb;
  private final MovingAverage network;
  private final FeatureQueue images;
  private final FeatureQueue texts;
  private final Optional<ImageQueue> shown;

  /**
   * Creates a momentum network with the trained network's initial weights, and queues of random
   * unit vectors.
   *
   * @param framework the framework of the network
   * @param climb the number of steps of the first epoch, during which the weight of the
   *     distillation grows
   * @param first the network's initial weights
   * @param width the length of the vectors
   * @param imageOf returns the image of a training pair, if all captions of an image match it;
   *     empty if a caption matches only its own pair's image
   */
  public Momentum(
      Torch torch,
      Framework framework,
      MomentumConfig config,
      NegativeSampling negatives,
      long climb,
      Map<String, float[]> first,
      int width,
      Optional<IntUnaryOperator> imageOf) {
    this.framework = framework;
    this.config = config;
    this.negatives = negatives;
    this.climb = climb;
    this.network =
        new MovingAverage(torch.manager(), framework.layout(), first, config.decay(), WEIGHTS);
    this.images = queue(torch, Purpose.IMAGE_QUEUE, width);
    this.texts = queue(torch, Purpose.TEXT_QUEUE, width);
    this.shown = imageOf.map(images -> new ImageQueue(config.queue(), images));
  }

  static Momentum of(Materials materials, Optional<IntUnaryOperator> imageOf) {
    return new Momentum(
        materials.torch(),
        materials.framework(),
        materials.config().objective().momentum(),
        materials.negatives(),
        materials.epochSteps(),
        materials.first(),
        materials.framework().vectors().width(),
        imageOf);
  }

  static void requireQueue(TrainConfig config) {
    int queue = config.objective().momentum().queue();
    int batchSize = config.train().batchSize();
    if (queue < batchSize) {
      throw new RequestException(
          "objective.momentum.queue must be at least train.batch_size; queue="
              + queue
              + ", batch_size="
              + batchSize);
    }
  }

  private FeatureQueue queue(Torch torch, Purpose purpose, int width) {
    float[] vectors = FeatureQueue.random(config.queue(), width, purpose.at(negatives.seed()));
    return FeatureQueue.of(torch.manager(), vectors, config.queue());
  }

  @Override
  public Map<String, float[]> saved() {
    Map<String, float[]> values = network.saved();
    values.put(IMAGES, images.values());
    values.put(TEXTS, texts.values());
    shown.ifPresent(queue -> values.put(SHOWN, queue.values()));
    return values;
  }

  @Override
  public void restore(Map<String, float[]> values) {
    network.restore(values);
    images.set(values.get(IMAGES));
    texts.set(values.get(TEXTS));
    shown.ifPresent(queue -> queue.set(values.get(SHOWN)));
  }

  /**
   * {@inheritDoc} Updates the momentum network's weights, encodes the batch, and adds its vectors
   * to the queues.
   */
  @Override
  public TargetFactory targets(Step step) {
    Weights weights = network.follow(step.parameters());
    // The trained network's own pass uses the step's seed and the next one.
    View view = framework.view(weights, step.batch(), step.dropout() + 2);
    MomentumTargets targets =
        new MomentumTargets(
            view,
            Ops.concatRows(view.images(), images.vectors()),
            Ops.concatRows(view.texts(), texts.vectors()),
            MovingAverage.belief(config.distillation(), step.number(), climb),
            shown.map(queue -> owned(queue, step)),
            negatives,
            step.number());
    long before = step.number() * step.batch().rows();
    shown.ifPresent(queue -> queue.append(queue.of(step.rows()), before));
    images.append(view.images(), before);
    texts.append(view.texts(), before);
    return targets;
  }

  private static MomentumTargets.Owned owned(ImageQueue queue, Step step) {
    int[] images = queue.of(step.rows());
    float[] targets = queue.targets(images);
    long columns = targets.length / images.length;
    return new MomentumTargets.Owned(
        images, Torch.floats(step.batch().images().getManager(), targets, images.length, columns));
  }
}
