// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.siglip2;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.export.graph.ExportedNetwork;
import dev.falcon.onnx.export.graph.SiglipForm;
import dev.falcon.onnx.network.SiglipNetwork;
import dev.falcon.onnx.network.block.CaptionDecoder;
import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.shape.SiglipShape;
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
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.framework.seam.TokenLosses;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.model.Initializers;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Weights;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * SigLIP-2's passes: contrast of the two towers' vectors, and a decoder that predicts captions from
 * the image tower's tokens, each with weight 1. There is no dropout and no matching: the pairs of
 * an objective, and the further captions that result from them, are ignored.
 */
final class SiglipFramework implements Framework {
  private static final String CONTRAST = "contrast";
  private static final String DECODER = "decoder";

  /** SigLIP's initial bias, which assumes that almost no pair matches. */
  private static final double FIRST_BIAS = -10;

  private final ModelConfig config;
  private final SiglipShape shape;
  private final SiglipNetwork network;
  private final DecoderWords words;
  private final CaptionDecoder decoder;
  private final Vocabulary vocabulary;
  private final ParameterLayout layout = new ParameterLayout();

  /**
   * Creates the framework of a configuration.
   *
   * @param decoderRate the factor on the towers' learning rate for the decoder
   */
  public SiglipFramework(ModelConfig config, Vocabulary vocabulary, double decoderRate) {
    this.config = config;
    this.vocabulary = vocabulary;
    this.shape =
        new SiglipShape(
            config.imageSize(),
            config.patchSize(),
            config.vision(),
            config.text(),
            config.fusionLayers(),
            vocabulary.size(),
            config.maxTokens(),
            config.projection());
    this.network = new SiglipNetwork(shape);
    this.words = DecoderWords.of(vocabulary, config.decoderWords());
    this.decoder = new CaptionDecoder(shape, words.count());
    Initializers declare = new Initializers(layout, config.initialisation());
    declare.weight(
        SiglipNetwork.SCALE,
        Declarations.First.constant(-Math.log(config.temperature().initial())),
        1);
    declare.weight(SiglipNetwork.BIAS, Declarations.First.constant(FIRST_BIAS), 1);
    network.declare(declare);
    decoder.declare(declare.atRate(decoderRate));
  }

  @Override
  public ParameterLayout layout() {
    return layout;
  }

  @Override
  public VectorShape vectors() {
    return new VectorShape(1, shape.projection());
  }

  @Override
  public String generativeTerm() {
    return DECODER;
  }

  @Override
  public Corruption corrupt(long[][] captions, RandomStream random) {
    int padding = words.rows()[vocabulary.padding()];
    return DecoderInputs.corrupt(
        words.rows(captions), shape.maxTokens(), padding, decoder.maskToken(), random);
  }

  /** Clamps the scale to the inverse of the temperature's range. */
  @Override
  public void bound(Parameters parameters) {
    parameters.hold(
        SiglipNetwork.SCALE,
        (float) -Math.log(config.temperature().highest()),
        (float) -Math.log(config.temperature().lowest()));
  }

  @Override
  public Losses losses(Weights weights, BatchInputs batch, TargetFactory targets, long dropout) {
    NDArray image = imageTokens(weights, batch.images());
    BatchVectors vectors = vectors(weights, batch, image);
    ObjectiveTargets decision = targets.decide(vectors);
    TokenLosses own = tokenLosses(weights, batch, image, decision);
    Map<String, NDArray> terms = new LinkedHashMap<>();
    terms.put(CONTRAST, decision.contrast(vectors));
    terms.put(DECODER, own.mean());
    return new Losses(terms, own, vectors, decision);
  }

  private BatchVectors vectors(Weights weights, BatchInputs batch, NDArray image) {
    NDArray scale = weights.get(SiglipNetwork.SCALE);
    return new BatchVectors(
        Ops.normalise(network.imageVectors(weights, image)),
        textVectors(weights, batch.captions(), batch.tokens()),
        scale.neg().exp().reshape(new Shape()),
        Optional.of(weights.get(SiglipNetwork.BIAS)));
  }

  @Override
  public TokenLosses generative(
      Weights weights, BatchInputs batch, ObjectiveTargets decision, long dropout) {
    return tokenLosses(weights, batch, imageTokens(weights, batch.images()), decision);
  }

  /** Encodes images; a batch may be split. */
  private NDArray imageTokens(Weights weights, NDArray pixels) {
    return weights.inParts(
        (int) pixels.getShape().get(0),
        (from, to) -> network.imageTokens(weights, Ops.rows(pixels, from, to)));
  }

  /** Encodes captions; a batch may be split. */
  private NDArray textVectors(Weights weights, Sequences captions, NDArray tokens) {
    return weights.inParts(
        captions.rows(),
        (from, to) ->
            captions(weights, captions.part(from, to), captions.part(tokens, from, to)).vectors());
  }

  @Override
  public double generativeMean(float[] losses, int[] rows) {
    float[] weights = DecoderInputs.weights(rows);
    double sum = 0;
    for (int i = 0; i < losses.length; i++) {
      sum += (double) losses[i] * weights[i];
    }
    return sum;
  }

  @Override
  public View view(Weights weights, BatchInputs batch, long dropout) {
    NDArray image = network.imageTokens(weights, batch.images());
    BatchVectors vectors = vectors(weights, batch, image);
    GenerativeInputs predicted = batch.predicted();
    return new View(
        vectors.images(),
        vectors.texts(),
        predicted.empty()
            ? Optional.empty()
            : Optional.of(
                words(
                    weights,
                    predicted,
                    batch.captions(),
                    inputs(predicted, batch.captions()),
                    image)));
  }

  private TokenLosses tokenLosses(
      Weights weights, BatchInputs batch, NDArray image, ObjectiveTargets decision) {
    GenerativeInputs predicted = batch.predicted();
    DecoderInputs inputs = inputs(predicted, batch.captions());
    NDArray words = words(weights, predicted, batch.captions(), inputs, image);
    NDArray losses = decision.words(words, predicted.targets());
    return new TokenLosses(losses, predicted.rows(), losses.mul(inputs.weights()).sum());
  }

  private DecoderInputs inputs(GenerativeInputs predicted, Sequences captions) {
    return DecoderInputs.of(
        predicted.tokens().getManager(),
        predicted,
        captions,
        shape.maxTokens(),
        decoder.maskToken());
  }

  /**
   * Returns the log-probabilities of the decoder's vocabulary at predicted tokens [predicted tokens
   * x rows].
   */
  private NDArray words(
      Weights weights,
      GenerativeInputs predicted,
      Sequences captions,
      DecoderInputs inputs,
      NDArray image) {
    NDArray tokens = decoder.tokens(weights, inputs.fed(), inputs.mask(), image);
    NDArray packed = captions.packRows(tokens);
    return decoder.logits(weights, Ops.rows(packed, predicted.positions())).logSoftmax(-1);
  }

  @Override
  public Encoding images(Weights weights, NDArray pixels) {
    NDArray states = network.imageTokens(weights, pixels);
    return new Encoding(states, Ops.normalise(network.imageVectors(weights, states)));
  }

  @Override
  public Encoding captions(Weights weights, Sequences captions, NDArray tokens) {
    long[][] ids = captions.rows(tokens.toLongArray(), shape.maxTokens(), vocabulary.padding());
    NDArray states = network.textTokens(weights, DecoderInputs.table(tokens.getManager(), ids));
    return new Encoding(states, Ops.normalise(network.textVectors(weights, states)));
  }

  @Override
  public ImageTower tower() {
    return new ImageTower() {
      @Override
      public void declare(Declarations declare) {
        network.declareImage(declare);
      }

      @Override
      public Seen see(Weights weights, NDArray images) {
        NDArray tokens = network.imageTokens(weights, images);
        return new Seen(tokens, network.imageVectors(weights, tokens));
      }
    };
  }

  @Override
  public ExportedNetwork exported() {
    return new SiglipForm(shape);
  }

  @Override
  public List<ParameterLayout.Entry> published() {
    return layout.entries().stream()
        .filter(entry -> !entry.name().startsWith(CaptionDecoder.PREFIX))
        .toList();
  }

  @Override
  public Optional<Matcher> matcher() {
    return Optional.empty();
  }

  @Override
  public ChunkSizes chunks(int captionTokens) {
    return ChunkSizes.of(
        ChunkSizes.floats(shape.image(), shape.patches()),
        ChunkSizes.floats(shape.text(), shape.maxTokens()),
        1);
  }

  @Override
  public Map<String, Supplier<float[]>> imageWeights(SafeTensors file) {
    return new SiglipWeights(layout, shape, words).image(file);
  }

  @Override
  public Map<String, Supplier<float[]>> textWeights(SafeTensors file) {
    return new SiglipWeights(layout, shape, words).text(file);
  }
}
