// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.Checks;
import dev.falcon.training.config.FrameworkTrait;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loss.objective.ContrastiveLoss;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import java.nio.file.Path;
import java.util.Optional;

/**
 * FFF's loss: a sigmoid for every pair, with many positives.
 *
 * @param guide the network whose cosines determine the positives: a Falcon checkpoint or a run's
 *     folder, or {@code learner} for the trained network
 * @param across the cosine across modalities above which a pair is a positive
 * @param images the cosine of their images above which a pair is also a positive, subject to {@code
 *     lower}
 * @param texts the cosine of their captions above which a pair is also a positive, subject to
 *     {@code lower}
 * @param lower the cosine across modalities that the latter two criteria also require
 * @param bias the bias added to the logits, which are cosines divided by the temperature
 */
public record Fff(String guide, float across, float images, float texts, float lower, float bias)
    implements ObjectiveProvider {
  private static final String LEARNER = "learner";

  public Fff {
    if (!(lower <= across)) {
      throw new RequestException(
          "objective.loss.lower must not exceed objective.loss.across; lower="
              + lower
              + ", across="
              + across);
    }
    Checks.inRange("objective.loss.bias", bias, -1000, 1000);
  }

  /** Creates the loss with SigLIP's bias. */
  public Fff() {
    this(LEARNER, 0.9f, 0.95f, 0.95f, 0.5f, -10);
  }

  @Override
  public String name() {
    return "fff";
  }

  @Override
  public Optional<FrameworkTrait> needs() {
    return Optional.of(FrameworkTrait.ONE_VECTOR);
  }

  @Override
  public void requireComplete() {
    Checks.named(Guided.GUIDE, guide);
  }

  @Override
  public Objective objective(Materials materials) {
    ManyPositives.Rule rule = new ManyPositives.Rule(across, images, texts, lower);
    if (guide.equals(LEARNER)) {
      return new InBatch(vectors -> byLearner(rule, vectors), materials.negatives());
    }
    return new Guided(
        materials.frozen(Guided.GUIDE, guide),
        (cosines, step) ->
            new ManyPositives(
                rule.positives(cosines.across(), cosines.images(), cosines.texts()), bias),
        materials.negatives());
  }

  private NDArray byLearner(ManyPositives.Rule rule, BatchVectors vectors) {
    NDArray ofImages = vectors.images().stopGradient();
    NDArray ofTexts = vectors.texts().stopGradient();
    NDArray positives =
        rule.positives(
            ofImages.matMul(ofTexts.transpose()),
            ofImages.matMul(ofImages.transpose()),
            ofTexts.matMul(ofTexts.transpose()));
    return ContrastiveLoss.of(new ManyPositives(positives, bias)).of(vectors);
  }

  @Override
  public void requirePossible(TrainConfig config, TrainingData data) {
    if (!guide.equals(LEARNER)) {
      FrozenNetwork.findComparing(Guided.GUIDE, Path.of(guide), config, data);
    }
  }
}
