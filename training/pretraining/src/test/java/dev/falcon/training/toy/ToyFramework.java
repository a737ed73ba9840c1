// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.toy;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.Corruption;
import dev.falcon.training.internal.framework.seam.Framework.Encoding;
import dev.falcon.training.internal.framework.seam.Framework.VectorShape;
import dev.falcon.training.internal.framework.seam.Framework.View;
import dev.falcon.training.internal.framework.seam.ImageTower;
import dev.falcon.training.internal.framework.seam.Losses;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.framework.seam.TokenLosses;
import dev.falcon.training.internal.framework.seam.WordLosses;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.model.Initializers;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A framework that the main code does not know: an image is the sum of its patches, a caption the
 * sum of its words, and every word of a caption is told from the image alone.
 */
final class ToyFramework extends BareFramework {
  private static final String PATCHES = "toy.patches";
  private static final String WORDS = "toy.words";
  private static final String TELLING = "toy.telling";
  private static final float TEMPERATURE = 0.07f;

  private final ModelConfig config;
  private final Vocabulary vocabulary;
  private final ParameterLayout layout = new ParameterLayout();

  ToyFramework(ModelConfig config, Vocabulary vocabulary) {
    this.config = config;
    this.vocabulary = vocabulary;
    Initializers declare = new Initializers(layout, config.initialisation());
    tower().declare(declare);
    declare.weight(WORDS, Declarations.First.normal(1), vocabulary.size(), config.projection());
    declare.linear(TELLING, config.projection(), vocabulary.size());
  }

  @Override
  public ParameterLayout layout() {
    return layout;
  }

  @Override
  public VectorShape vectors() {
    return new VectorShape(1, config.projection());
  }

  @Override
  public String generativeTerm() {
    return "telling";
  }

  @Override
  public Corruption corrupt(long[][] captions, RandomStream random) {
    int length = captions[0].length;
    int[] positions =
        IntStream.range(0, captions.length * length)
            .filter(place -> captions[place / length][place % length] != vocabulary.padding())
            .toArray();
    long[] targets =
        Arrays.stream(positions)
            .mapToLong(place -> captions[place / length][place % length])
            .toArray();
    return new Corruption(captions, positions, targets);
  }

  @Override
  public Losses losses(Weights weights, BatchInputs batch, TargetFactory targets, long dropout) {
    NDArray images = images(weights, batch.images()).vectors();
    BatchVectors vectors =
        new BatchVectors(
            images,
            captions(weights, batch.captions(), batch.tokens()).vectors(),
            Ops.scalar(images.getManager(), TEMPERATURE));
    ObjectiveTargets decision = targets.decide(vectors);
    TokenLosses predicted = generation(weights, images).own(batch, decision, dropout);
    Map<String, NDArray> terms = new LinkedHashMap<>();
    terms.put("pull", decision.contrast(vectors));
    terms.put("telling", predicted.mean());
    return new Losses(terms, predicted, vectors, decision);
  }

  @Override
  public TokenLosses generative(
      Weights weights, BatchInputs batch, ObjectiveTargets decision, long dropout) {
    NDArray images = images(weights, batch.images()).vectors();
    return generation(weights, images).own(batch, decision, dropout);
  }

  private static WordLosses generation(Weights weights, NDArray images) {
    return new WordLosses(
        (captions, predicted, imageOf, seed) -> {
          NDArray seen = imageOf.map(chosen -> Ops.rows(images, chosen)).orElse(images);
          NDArray rows = Ops.rows(seen, Torch.indices(images.getManager(), predicted.rows()));
          return weights.linear(rows, TELLING).logSoftmax(-1);
        },
        0);
  }

  @Override
  public View view(Weights weights, BatchInputs batch, long dropout) {
    NDArray images = images(weights, batch.images()).vectors();
    NDArray captions = captions(weights, batch.captions(), batch.tokens()).vectors();
    NDArray rows = Ops.rows(images, Torch.indices(images.getManager(), batch.predicted().rows()));
    return new View(images, captions, Optional.of(weights.linear(rows, TELLING).logSoftmax(-1)));
  }

  @Override
  public Encoding images(Weights weights, NDArray pixels) {
    ImageTower.Seen seen = tower().see(weights, pixels);
    return new Encoding(seen.patches(), Ops.normalise(seen.whole()));
  }

  @Override
  public Encoding captions(Weights weights, Sequences captions, NDArray tokens) {
    float[] ofCaption = new float[captions.rows() * captions.tokens()];
    for (int row = 0; row < captions.rows(); row++) {
      int end = row + 1 < captions.rows() ? captions.token(row + 1, 0) : captions.tokens();
      for (int token = captions.token(row, 0); token < end; token++) {
        ofCaption[row * captions.tokens() + token] = 1;
      }
    }
    NDArray words = Ops.embedding(tokens, weights.get(WORDS));
    NDArray sum =
        Torch.floats(tokens.getManager(), ofCaption, captions.rows(), captions.tokens())
            .matMul(words);
    return new Encoding(words, Ops.normalise(sum));
  }

  @Override
  public ImageTower tower() {
    return new ImageTower() {
      @Override
      public void declare(Declarations declare) {
        declare.patches(PATCHES, config.patchSize(), config.projection());
      }

      @Override
      public Seen see(Weights weights, NDArray images) {
        int perSide = config.imageSize() / config.patchSize();
        NDArray patches = weights.patches(images, PATCHES, config.patchSize(), perSide);
        return new Seen(patches, patches.mean(new int[] {1}));
      }
    };
  }
}
