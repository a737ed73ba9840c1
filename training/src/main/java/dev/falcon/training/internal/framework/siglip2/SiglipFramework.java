package dev.falcon.training.internal.framework.siglip2;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.export.form.ExportedNetwork;
import dev.falcon.onnx.export.form.SiglipForm;
import dev.falcon.onnx.network.SiglipNetwork;
import dev.falcon.onnx.network.algebra.Declarations;
import dev.falcon.onnx.network.algebra.Declarations.First;
import dev.falcon.onnx.network.shape.SiglipShape;
import dev.falcon.onnx.network.transformer.CaptionDecoder;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.internal.framework.batch.BatchInputs;
import dev.falcon.training.internal.framework.batch.ChunkSizes;
import dev.falcon.training.internal.framework.batch.Corruption;
import dev.falcon.training.internal.framework.batch.GenerativeInputs;
import dev.falcon.training.internal.framework.decision.BatchVectors;
import dev.falcon.training.internal.framework.decision.Decision;
import dev.falcon.training.internal.framework.decision.Losses;
import dev.falcon.training.internal.framework.decision.Targets;
import dev.falcon.training.internal.framework.decision.TokenLosses;
import dev.falcon.training.internal.framework.pass.Encoding;
import dev.falcon.training.internal.framework.pass.Framework;
import dev.falcon.training.internal.framework.pass.ImageTower;
import dev.falcon.training.internal.framework.pass.Matcher;
import dev.falcon.training.internal.framework.pass.VectorShape;
import dev.falcon.training.internal.framework.pass.View;
import dev.falcon.training.internal.input.text.Vocabulary;
import dev.falcon.training.internal.model.FirstValues;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.internal.tensor.engine.Ops;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * SigLIP-2's passes: contrast of the two towers' vectors, and a decoder that tells captions from
 * the image tower's tokens, each of weight 1. Nothing is dropped, and no pairs are matched: a
 * decision's pairs, and the further sequences that come of them, have no part in the losses.
 */
public final class SiglipFramework implements Framework {
  private static final String CONTRAST = "contrast";
  private static final String DECODER = "decoder";

  /** SigLIP begins as if nearly no pair matched. */
  private static final double FIRST_BIAS = -10;

  private final ModelConfig config;
  private final SiglipShape shape;
  private final SiglipNetwork network;
  private final DecoderWords words;
  private final CaptionDecoder decoder;
  private final Vocabulary vocabulary;
  private final ParameterLayout layout = new ParameterLayout();

  /**
   * The framework of a configuration.
   *
   * @param decoderRate how many times the towers' learning rate the decoder has
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
    FirstValues declare = new FirstValues(layout, config.initialisation());
    declare.weight(
        SiglipNetwork.SCALE, First.constant(-Math.log(config.temperature().initial())), 1);
    declare.weight(SiglipNetwork.BIAS, First.constant(FIRST_BIAS), 1);
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

  /** Holds the scale where the temperature's range, its inverse, is. */
  @Override
  public void bound(Parameters parameters) {
    parameters.hold(
        SiglipNetwork.SCALE,
        (float) -Math.log(config.temperature().highest()),
        (float) -Math.log(config.temperature().lowest()));
  }

  @Override
  public Losses losses(Weights weights, BatchInputs batch, Targets targets, long dropout) {
    NDArray image = imageTokens(weights, batch.images());
    BatchVectors vectors = vectors(weights, batch, image);
    Decision decision = targets.decide(vectors);
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
      Weights weights, BatchInputs batch, Decision decision, long dropout) {
    return tokenLosses(weights, batch, imageTokens(weights, batch.images()), decision);
  }

  /** A batch's images may come in parts. */
  private NDArray imageTokens(Weights weights, NDArray pixels) {
    return weights.inParts(
        (int) pixels.getShape().get(0),
        (from, to) -> network.imageTokens(weights, Ops.rows(pixels, from, to)));
  }

  /** A batch's captions may come in parts. */
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
    GenerativeInputs told = batch.told();
    return new View(
        vectors.images(),
        vectors.texts(),
        told.empty()
            ? Optional.empty()
            : Optional.of(
                words(weights, told, batch.captions(), inputs(told, batch.captions()), image)));
  }

  private TokenLosses tokenLosses(
      Weights weights, BatchInputs batch, NDArray image, Decision decision) {
    GenerativeInputs told = batch.told();
    DecoderInputs inputs = inputs(told, batch.captions());
    NDArray words = words(weights, told, batch.captions(), inputs, image);
    NDArray losses = decision.words(words, told.targets());
    return new TokenLosses(losses, told.rows(), losses.mul(inputs.weights()).sum());
  }

  private DecoderInputs inputs(GenerativeInputs told, Sequences captions) {
    return DecoderInputs.of(
        told.tokens().getManager(), told, captions, shape.maxTokens(), decoder.maskToken());
  }

  /** Log-probabilities of the decoder's words where one is to be told [told words x words]. */
  private NDArray words(
      Weights weights,
      GenerativeInputs told,
      Sequences captions,
      DecoderInputs inputs,
      NDArray image) {
    NDArray tokens = decoder.tokens(weights, inputs.fed(), inputs.mask(), image);
    NDArray packed = captions.packRows(tokens);
    return decoder.logits(weights, Ops.rows(packed, told.positions())).logSoftmax(-1);
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
