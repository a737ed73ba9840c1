// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.export;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.space.SpaceSimilarities;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.Framework.Encoding;
import dev.falcon.training.internal.policy.Scheduler;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.stream.IntStream;

/**
 * The trained network's outputs for a batch.
 *
 * @param imageTokens the image encoder's tokens // [rows x (1 + patches) x width]
 * @param imageVectors the image vectors of unit length // [rows x projection]
 * @param textVectors the text vectors of unit length // [rows x projection]
 * @param matches the logit of a match for every image with every caption // [rows x rows]
 * @param features the features Ŝ of the batch // [rows x m]; empty without a scheduler
 * @param alpha the first parameter of every row's Beta distribution // [rows]; empty without a
 *     scheduler
 * @param beta the second parameter // [rows]; empty without a scheduler
 */
@SuppressWarnings("ArrayRecordComponent") // read, never compared
record NetworkOutputs(
    float[] imageTokens,
    float[] imageVectors,
    float[] textVectors,
    float[] matches,
    float[] features,
    float[] alpha,
    float[] beta) {

  /** Runs the network on the CPU. */
  static NetworkOutputs of(CheckpointModel model, CheckBatch batch) {
    TrainConfig config = model.config();
    Framework framework = model.framework();
    int rows = batch.rows();
    try (Torch torch = Torch.open("cpu", config.threads());
        Parameters parameters =
            new Parameters(
                torch.manager(),
                framework.layout(),
                model.checkpoint().weights(framework.layout()),
                false);
        TensorScope memory = TensorScope.open(torch.manager())) {
      NDManager manager = memory.manager();
      Weights weights = parameters.untrained();
      int side = config.model().imageSize();
      long[][] tokens = batch.tokens();
      Sequences sequences = Sequences.of(manager, tokens, model.vocabulary().padding());
      NDArray pixels = Torch.floats(manager, batch.pixels(), rows, 3, side, side);
      Encoding images = framework.images(weights, pixels);
      Encoding texts = framework.captions(weights, sequences, sequences.table(tokens));
      float[] imageVectors = images.vectors().toFloatArray();
      float[] textVectors = texts.vectors().toFloatArray();
      float[] features = new float[0];
      float[][] distributions = new float[2][0];
      if (model.hasScheduler()) {
        SpaceVectors space =
            new SpaceVectors(
                imageVectors,
                textVectors,
                rows,
                framework.vectors().width(),
                framework.vectors().perImage());
        features = features(config, space);
        distributions = distributions(torch, model, features, rows);
      }
      return new NetworkOutputs(
          images.states().toFloatArray(),
          imageVectors,
          textVectors,
          matches(framework, weights, images, sequences, texts),
          features,
          distributions[0],
          distributions[1]);
    }
  }

  /**
   * Returns the logit of a match for every image with every caption; empty without a matching head.
   */
  private static float[] matches(
      Framework framework, Weights weights, Encoding images, Sequences captions, Encoding texts) {
    int rows = captions.rows();
    int[] imageOfPair = IntStream.range(0, rows * rows).map(pair -> pair / rows).toArray();
    int[] textOfPair = IntStream.range(0, rows * rows).map(pair -> pair % rows).toArray();
    return framework
        .matcher()
        .map(
            matcher ->
                matcher.logits(
                    weights, images.states(), captions, texts.states(), imageOfPair, textOfPair))
        .orElse(new float[0]);
  }

  private static float[] features(TrainConfig config, SpaceVectors space) {
    SpaceSimilarities similarities = new SpaceSimilarities(1);
    similarities.compute(space);
    return similarities.features(config.scheduler().quantiles());
  }

  private static float[][] distributions(
      Torch torch, CheckpointModel model, float[] features, int rows) {
    TrainConfig config = model.config();
    float[][] distributions = new float[2][rows];
    try (Scheduler scheduler =
        new Scheduler(
            torch,
            config.scheduler(),
            Composition.Level.INSTANCE,
            config.seed(),
            model.checkpoint().weights(Scheduler.layout(config.scheduler())))) {
      float[] all = scheduler.distributions(features, rows);
      for (int row = 0; row < rows; row++) {
        distributions[0][row] = all[2 * row];
        distributions[1][row] = all[2 * row + 1];
      }
    }
    return distributions;
  }
}
