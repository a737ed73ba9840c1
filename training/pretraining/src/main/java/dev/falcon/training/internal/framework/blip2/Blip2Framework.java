// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.blip2;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.export.graph.Blip2Form;
import dev.falcon.onnx.export.graph.ExportedNetwork;
import dev.falcon.onnx.network.Blip2Network;
import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.block.ImageMemory;
import dev.falcon.onnx.network.block.QFormer;
import dev.falcon.onnx.network.block.QFormer.Queried;
import dev.falcon.onnx.network.shape.Blip2Shape;
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
import dev.falcon.training.internal.model.Initializers;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * BLIP-2's passes of stage 1 (Li et al., 2023, section 3.2): image-text contrast by an image's most
 * similar query (ITC), image-text matching by all queries (ITM) and image-grounded text generation
 * (ITG), each with weight 1. The image encoder is frozen; a batch's image tokens are computed once.
 */
final class Blip2Framework implements Framework {
  private static final String CONTRAST = "itc";
  private static final String MATCHING = "itm";
  private static final String WORDS = "itg";
  private static final String TEMPERATURE = "temperature";

  /** Label smoothing of predicted tokens, as in LAVIS. */
  private static final float SMOOTHING = 0.1f;

  private final ModelConfig config;
  private final Blip2Shape shape;
  private final Blip2Network network;
  private final Blip2Matcher matcher;
  private final Vocabulary vocabulary;
  private final float dropout;
  private final ParameterLayout layout = new ParameterLayout();

  /**
   * Creates the framework of a configuration.
   *
   * @param vocabulary the vocabulary, whose last token is the decoder's start token
   */
  public Blip2Framework(ModelConfig config, Vocabulary vocabulary) {
    this.config = config;
    this.vocabulary = vocabulary;
    this.shape =
        new Blip2Shape(
            config.imageSize(),
            config.patchSize(),
            config.vision(),
            config.text(),
            config.queries(),
            vocabulary.size(),
            config.maxTokens(),
            config.projection());
    this.network = new Blip2Network(shape);
    this.matcher = new Blip2Matcher(network, shape.queries());
    this.dropout = config.dropout();
    Initializers declare = new Initializers(layout, config.initialisation());
    network.vision().declare(declare.atRate(0));
    network.declareTrained(declare);
    declare.weight(TEMPERATURE, Declarations.First.constant(config.temperature().initial()));
  }

  @Override
  public ParameterLayout layout() {
    return layout;
  }

  @Override
  public VectorShape vectors() {
    return new VectorShape(shape.queries(), shape.projection());
  }

  @Override
  public String generativeTerm() {
    return WORDS;
  }

  @Override
  public Corruption corrupt(long[][] captions, RandomStream random) {
    return PredictedTokens.of(captions, vocabulary.padding(), vocabulary.size() - 1L);
  }

  @Override
  public void bound(Parameters parameters) {
    parameters.hold(TEMPERATURE, config.temperature().lowest(), config.temperature().highest());
  }

  /** Returns the Q-Former's inputs for the images of a batch. */
  private ImageMemory<NDArray> memory(Weights weights, BatchInputs batch) {
    NDArray frozen =
        batch
            .frozen()
            .of(
                batch.images().getManager(),
                () -> network.vision().forward(weights.untrained(), batch.images()));
    return network
        .qFormer()
        .memory(weights, network.vision().normalised(weights, frozen))
        .each(weights::held);
  }

  /** Runs the queries; a batch may be split. */
  private Queried<NDArray> queries(
      Weights weights, BatchInputs batch, ImageMemory<NDArray> images) {
    QFormer qFormer = network.qFormer();
    if (!weights.inParts()) {
      return qFormer.queries(weights, images, batch.images(), dropout);
    }
    NDArray joined =
        weights.inParts(
            (int) batch.images().getShape().get(0),
            (from, to) ->
                qFormer
                    .queries(
                        weights,
                        images.each(rows -> Ops.rows(rows, from, to)),
                        Ops.rows(batch.images(), from, to),
                        dropout)
                    .joined(weights));
    EncoderShape blocks = shape.text();
    return Queried.of(weights, joined, blocks.width(), blocks.layers()).each(weights::held);
  }

  @Override
  public Losses losses(
      Weights weights, BatchInputs batch, TargetFactory targets, long dropoutSeed) {
    Torch.seed(batch.images().getManager(), dropoutSeed);
    ImageMemory<NDArray> images = memory(weights, batch);
    Queried<NDArray> queries = queries(weights, batch, images);
    NDArray words =
        weights.held(network.qFormer().embed(weights, batch.tokens(), batch.captions()));
    BatchVectors vectors =
        new BatchVectors(
            imageVectors(weights, queries),
            textVectors(weights, words, batch.captions(), dropout),
            weights.get(TEMPERATURE));
    ObjectiveTargets decision = targets.decide(vectors);
    Map<String, NDArray> terms = new LinkedHashMap<>();
    terms.put(CONTRAST, decision.contrast(vectors));
    if (!decision.pairs().isEmpty()) {
      MatchingLoss matching =
          new MatchingLoss(
              (known, text, captions, seen) -> matcher.logits(known, text, captions, seen, dropout),
              batch,
              images,
              words);
      terms.put(MATCHING, matching.of(weights, decision.pairs()));
    }
    WordLosses predicted = wordLosses(weights, queries);
    TokenLosses own = predicted.own(batch, decision, dropoutSeed);
    terms.put(WORDS, predicted.withExtra(own, batch, decision.sequences(), dropoutSeed));
    return new Losses(terms, own, vectors, decision);
  }

  @Override
  public TokenLosses generative(
      Weights weights, BatchInputs batch, ObjectiveTargets decision, long dropoutSeed) {
    return wordLosses(weights, queries(weights, batch, dropoutSeed))
        .own(batch, decision, dropoutSeed);
  }

  private Queried<NDArray> queries(Weights weights, BatchInputs batch, long dropoutSeed) {
    Torch.seed(batch.images().getManager(), dropoutSeed);
    return queries(weights, batch, memory(weights, batch));
  }

  @Override
  public View view(Weights weights, BatchInputs batch, long dropoutSeed) {
    Queried<NDArray> queries = queries(weights, batch, dropoutSeed);
    NDArray words = network.qFormer().embed(weights, batch.tokens(), batch.captions());
    return new View(
        imageVectors(weights, queries),
        textVectors(weights, words, batch.captions(), dropout),
        batch.predicted().empty()
            ? Optional.empty()
            : Optional.of(
                words(weights, batch.captions(), batch.predicted(), queries, dropoutSeed + 1)));
  }

  /** Returns the images' unit vectors, image by image [rows * queries x projection]. */
  private NDArray imageVectors(Weights weights, Queried<NDArray> queries) {
    NDArray projections = network.imageProjections(weights, queries.tokens());
    return Ops.normalise(projections.reshape(new Shape(-1, shape.projection())));
  }

  /** Returns the captions' unit vectors; tokens without padding to [rows x projection]. */
  private NDArray textVectors(
      Weights weights, NDArray words, Sequences captions, float textDropout) {
    NDArray firsts =
        weights.inParts(
            captions.rows(),
            (from, to) -> {
              Sequences some = captions.part(from, to);
              NDArray padded = some.pad(weights, captions.part(words, from, to));
              return Ops.firstToken(
                  network.qFormer().words(weights, padded, some.mask(), textDropout));
            });
    return Ops.normalise(network.textProjection(weights, firsts));
  }

  @Override
  public Encoding images(Weights weights, NDArray pixels) {
    NDArray states =
        network.vision().normalised(weights, network.vision().forward(weights, pixels));
    ImageMemory<NDArray> memory = network.qFormer().memory(weights, states);
    return new Encoding(
        states, imageVectors(weights, network.qFormer().queries(weights, memory, pixels, 0)));
  }

  /**
   * {@inheritDoc} The states are the token embeddings, which matching passes to the Q-Former
   * together with an image.
   */
  @Override
  public Encoding captions(Weights weights, Sequences captions, NDArray tokens) {
    NDArray words = network.qFormer().embed(weights, tokens, captions);
    return new Encoding(words, textVectors(weights, words, captions, 0));
  }

  @Override
  public ImageTower tower() {
    return new ImageTower() {
      @Override
      public void declare(Declarations declare) {
        network.vision().declare(declare);
        network.vision().declareNorm(declare);
      }

      @Override
      public Seen see(Weights weights, NDArray images) {
        return Seen.of(
            network.vision().normalised(weights, network.vision().forward(weights, images)));
      }
    };
  }

  @Override
  public ExportedNetwork exported() {
    return new Blip2Form(shape);
  }

  @Override
  public List<ParameterLayout.Entry> published() {
    return layout.entries().stream()
        .filter(entry -> !entry.name().startsWith(Blip2Network.WORD_HEAD))
        .filter(entry -> !entry.name().equals(TEMPERATURE))
        .toList();
  }

  @Override
  public Optional<Matcher> matcher() {
    return Optional.of(matcher);
  }

  @Override
  public ChunkSizes chunks(int captionTokens) {
    EncoderShape text = shape.text();
    long queries = shape.queries();
    long states = (long) shape.imageTokens() * shape.image().width();
    long keys = text.layers() * (long) shape.imageTokens() * text.width();
    long looked = (long) text.layers() * text.heads() * queries * shape.imageTokens();
    return ChunkSizes.of(
        ChunkSizes.floats(shape.image(), shape.imageTokens())
            + ChunkSizes.floats(text, queries)
            + keys
            + looked,
        ChunkSizes.floats(text, captionTokens),
        states + keys + looked + ChunkSizes.floats(text, queries + captionTokens));
  }

  @Override
  public Map<String, Supplier<float[]>> imageWeights(SafeTensors file) {
    return new Blip2Weights(layout, shape).image(file);
  }

  @Override
  public Map<String, Supplier<float[]>> textWeights(SafeTensors file) {
    return new Blip2Weights(layout, shape).text(file);
  }

  private WordLosses wordLosses(Weights weights, Queried<NDArray> queries) {
    return new WordLosses(
        (captions, predicted, imageOf, seed) ->
            words(
                weights,
                captions,
                predicted,
                imageOf.map(chosen -> queries.rows(weights, chosen)).orElse(queries),
                seed),
        SMOOTHING);
  }

  /**
   * Returns the log-probabilities of the vocabulary at predicted tokens [predicted tokens x
   * vocabulary].
   */
  private NDArray words(
      Weights weights,
      Sequences captions,
      GenerativeInputs predicted,
      Queried<NDArray> queries,
      long seed) {
    Torch.seed(predicted.tokens().getManager(), seed);
    Queried<NDArray> seen = queries.each(weights::held);
    return weights.inParts(
        captions.rows(),
        (from, to) ->
            words(
                weights,
                captions.part(from, to),
                predicted.part(captions, from, to),
                seen.each(rows -> Ops.rows(rows, from, to))));
  }

  private NDArray words(
      Weights weights, Sequences captions, GenerativeInputs predicted, Queried<NDArray> queries) {
    NDManager manager = predicted.tokens().getManager();
    QFormer qFormer = network.qFormer();
    NDArray fed = captions.pad(weights, qFormer.embed(weights, predicted.tokens(), captions));
    NDArray mask = PredictedTokens.mask(manager, shape.queries(), (int) fed.getShape().get(1));
    NDArray states =
        captions.pack(weights, qFormer.predicted(weights, fed, queries, mask, dropout));
    return network.wordLogits(weights, Ops.rows(states, predicted.positions())).logSoftmax(-1);
  }
}
