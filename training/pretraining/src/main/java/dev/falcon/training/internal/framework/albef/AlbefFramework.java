// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.albef;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.export.graph.AlbefForm;
import dev.falcon.onnx.export.graph.ExportedNetwork;
import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.block.ImageMemory;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.ChunkSizes;
import dev.falcon.training.internal.framework.seam.Corruption;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.Framework.Encoding;
import dev.falcon.training.internal.framework.seam.Framework.VectorShape;
import dev.falcon.training.internal.framework.seam.Framework.View;
import dev.falcon.training.internal.framework.seam.GenerativeInputs;
import dev.falcon.training.internal.framework.seam.ImageTower;
import dev.falcon.training.internal.framework.seam.Losses;
import dev.falcon.training.internal.framework.seam.Matcher;
import dev.falcon.training.internal.framework.seam.MatchingLoss;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.framework.seam.TokenLosses;
import dev.falcon.training.internal.framework.seam.WordLosses;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * ALBEF's passes: image-text contrast (ITC), image-text matching by the fusion encoder (ITM) and
 * masked language modelling (MLM), each of weight 1.
 */
public final class AlbefFramework implements Framework {
  private static final String CONTRAST = "itc";
  private static final String MATCHING = "itm";
  private static final String WORDS = "mlm";

  private final Albef network;
  private final Vocabulary vocabulary;
  private final double maskProbability;
  private final float dropout;

  /**
   * @param maskProbability the probability of masking a token
   */
  public AlbefFramework(ModelConfig config, Vocabulary vocabulary, double maskProbability) {
    this.network = new Albef(config, vocabulary.size());
    this.vocabulary = vocabulary;
    this.maskProbability = maskProbability;
    this.dropout = network.config().dropout();
  }

  @Override
  public ParameterLayout layout() {
    return network.layout();
  }

  @Override
  public VectorShape vectors() {
    return new VectorShape(1, network.config().projection());
  }

  @Override
  public String generativeTerm() {
    return WORDS;
  }

  @Override
  public Corruption corrupt(long[][] captions, RandomStream random) {
    return MaskedTokens.draw(captions, vocabulary, maskProbability, random);
  }

  @Override
  public void bound(Parameters parameters) {
    network.clampTemperature(parameters);
  }

  @Override
  public Losses losses(
      Weights weights, BatchInputs batch, TargetFactory targets, long dropoutSeed) {
    NDManager manager = batch.images().getManager();
    Torch.seed(manager, dropoutSeed);
    NDArray image = imageStates(weights, batch.images());
    NDArray text = weights.held(captionStates(weights, batch.tokens(), batch.captions()));
    BatchVectors vectors =
        new BatchVectors(
            network.imageVectors(weights, image),
            network.textVectors(weights, batch.captions().firsts(text)),
            weights.get(Albef.TEMPERATURE));
    ImageMemory<NDArray> memory = memory(weights, image);
    ObjectiveTargets decision = targets.decide(vectors);
    Map<String, NDArray> terms = new LinkedHashMap<>();
    terms.put(CONTRAST, decision.contrast(vectors));
    if (!decision.pairs().isEmpty()) {
      MatchingLoss matching = new MatchingLoss(this::judged, batch, memory, text);
      terms.put(MATCHING, matching.of(weights, decision.pairs()));
    }
    WordLosses predicted = wordLosses(weights, memory);
    TokenLosses own = predicted.own(batch, decision, dropoutSeed);
    if (maskProbability > 0) {
      terms.put(WORDS, predicted.withExtra(own, batch, decision.sequences(), dropoutSeed));
    }
    return new Losses(terms, own, vectors, decision);
  }

  @Override
  public TokenLosses generative(
      Weights weights, BatchInputs batch, ObjectiveTargets decision, long dropoutSeed) {
    ImageMemory<NDArray> memory = memory(weights, imageStates(weights, batch.images()));
    return wordLosses(weights, memory).own(batch, decision, dropoutSeed);
  }

  @Override
  public View view(Weights weights, BatchInputs batch, long dropoutSeed) {
    Torch.seed(batch.images().getManager(), dropoutSeed);
    NDArray image = network.vision().forward(weights, batch.images());
    NDArray text = network.text().forward(weights, batch.tokens(), batch.captions(), dropout);
    return new View(
        network.imageVectors(weights, image),
        network.textVectors(weights, batch.captions().firsts(text)),
        batch.predicted().empty()
            ? Optional.empty()
            : Optional.of(
                words(
                    weights,
                    batch.captions(),
                    batch.predicted(),
                    network.fusion().memory(weights, image),
                    dropoutSeed + 1)));
  }

  @Override
  public Encoding images(Weights weights, NDArray pixels) {
    NDArray states = network.vision().forward(weights, pixels);
    return new Encoding(states, network.imageVectors(weights, states));
  }

  @Override
  public Encoding captions(Weights weights, Sequences captions, NDArray tokens) {
    NDArray states = network.text().forward(weights, tokens, captions, 0);
    return new Encoding(states, network.textVectors(weights, captions.firsts(states)));
  }

  @Override
  public ImageTower tower() {
    return new ImageTower() {
      @Override
      public void declare(Declarations declare) {
        network.vision().declare(declare);
      }

      @Override
      public Seen see(Weights weights, NDArray images) {
        return Seen.of(network.vision().forward(weights, images));
      }
    };
  }

  @Override
  public ExportedNetwork exported() {
    return new AlbefForm(network.config().shape(vocabulary.size()));
  }

  @Override
  public Optional<Matcher> matcher() {
    return Optional.of(new AlbefMatcher(network));
  }

  @Override
  public ChunkSizes chunks(int captionTokens) {
    ModelConfig model = network.config();
    long imageTokens = model.patches() + 1L;
    EncoderShape text = model.text();
    long image = ChunkSizes.floats(model.vision(), imageTokens);
    long caption = ChunkSizes.floats(text, captionTokens);
    // The keys and values of the image, and the weights of the caption's attention to it.
    long cross = 4 * imageTokens * text.width() + 2L * text.heads() * captionTokens * imageTokens;
    long pair =
        imageTokens * model.vision().width()
            + model.fusionLayers() * (ChunkSizes.block(text, captionTokens) + cross);
    return ChunkSizes.of(image, caption, pair);
  }

  @Override
  public Map<String, Supplier<float[]>> imageWeights(SafeTensors file) {
    return PretrainedWeights.imageEncoder(file, network);
  }

  @Override
  public Map<String, Supplier<float[]>> textWeights(SafeTensors file) {
    return PretrainedWeights.textEncoders(file, network);
  }

  private WordLosses wordLosses(Weights weights, ImageMemory<NDArray> images) {
    return new WordLosses(
        (captions, predicted, imageOf, seed) ->
            words(weights, captions, predicted, imageOf.map(images::rows).orElse(images), seed),
        0);
  }

  /** Returns the images' tokens; a batch may be split [rows x tokens x width]. */
  private NDArray imageStates(Weights weights, NDArray pixels) {
    int rows = (int) pixels.getShape().get(0);
    return weights.inParts(
        rows, (from, to) -> network.vision().forward(weights, Ops.rows(pixels, from, to)));
  }

  /** Returns the captions' tokens; a batch may be split [tokens x width]. */
  private NDArray captionStates(Weights weights, NDArray tokens, Sequences captions) {
    return weights.inParts(
        captions.rows(),
        (from, to) ->
            network
                .text()
                .forward(
                    weights, captions.part(tokens, from, to), captions.part(from, to), dropout));
  }

  private ImageMemory<NDArray> memory(Weights weights, NDArray image) {
    return network.fusion().memory(weights, image).each(weights::held);
  }

  /**
   * Returns the log-probabilities of the vocabulary at masked tokens [masked tokens x vocabulary].
   */
  private NDArray words(
      Weights weights,
      Sequences captions,
      GenerativeInputs predicted,
      ImageMemory<NDArray> images,
      long seed) {
    Torch.seed(predicted.tokens().getManager(), seed);
    return weights.inParts(
        captions.rows(),
        (from, to) ->
            words(
                weights,
                captions.part(from, to),
                predicted.part(captions, from, to),
                images.each(rows -> Ops.rows(rows, from, to))));
  }

  private NDArray words(
      Weights weights,
      Sequences captions,
      GenerativeInputs predicted,
      ImageMemory<NDArray> images) {
    NDArray text = network.text().forward(weights, predicted.tokens(), captions, dropout);
    NDArray fused = network.fusion().forward(weights, text, captions, images, dropout);
    return network.wordLogits(weights, Ops.rows(fused, predicted.positions())).logSoftmax(-1);
  }

  /** Returns the logits of (no match, match) [captions x 2]. */
  private NDArray judged(
      Weights weights, NDArray text, Sequences captions, ImageMemory<NDArray> images) {
    NDArray fused = network.fusion().first(weights, text, captions, images, dropout);
    return network.matchLogits(weights, fused);
  }
}
