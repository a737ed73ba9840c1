// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import ai.onnxruntime.OrtSession;
import dev.falcon.data.FalconException;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.onnx.internal.config.Feed;
import dev.falcon.onnx.internal.config.Graphs;
import dev.falcon.onnx.internal.config.TokenInputs;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.text.PairTokens;
import dev.falcon.onnx.text.TextPipeline;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Scores pairs of texts by a cross-encoder, which reads both texts of a pair at once. Its graph has
 * the inputs {@code input_ids}, {@code attention_mask} and, if the model distinguishes the two
 * texts, {@code token_type_ids}, and the output {@code logits}.
 *
 * <p>Memory: the tokens of the pairs of one call.
 */
public final class CrossEncoder implements MatchScorer {
  private static final int PAIRS_PER_RUN = 64;
  private static final int SHORTEST = 8;
  private static final PairRuns RUNS = new PairRuns(PAIRS_PER_RUN, Integer.MAX_VALUE);

  private final GraphSession session;
  private final TextPipeline pipeline;
  private final TokenInputs tokens;
  private final PairLogits logits;

  /**
   * Creates a scorer and checks its graph on two pairs of texts.
   *
   * @param pipeline tokenises pairs
   * @param typed whether the model distinguishes the two texts by their type
   */
  public CrossEncoder(GraphSession session, TextPipeline pipeline, boolean typed) {
    this.session = session;
    this.pipeline = pipeline;
    this.tokens = TokenInputs.require(session);
    Graphs.requireKnownInputs(session, tokens.names());
    if (!tokens.hasMask()) {
      throw new FalconException(
          session.file() + ": has no input attention_mask, so that padding would change scores");
    }
    if (typed && !tokens.hasTypes()) {
      throw new FalconException(
          session.file()
              + ": has no input token_type_ids, though the model's config.json says that"
              + " type_vocab_size is 2 or more; without it the two texts of a pair are not"
              + " distinguished; export the graph with it");
    }
    if (pipeline.settings().maxLength() < SHORTEST) {
      throw new FalconException(
          session.file()
              + ": reads "
              + pipeline.settings().maxLength()
              + " tokens; two texts need at least "
              + SHORTEST);
    }
    this.logits = PairLogits.of(session);
    // Two pairs of different lengths show the form of the output.
    run(pipeline.encodePairs(List.of("a", "a a a"), List.of("a", "a a")), PairLogits::matchLogits);
  }

  /** Reads the scores of the pairs of a run from its result. */
  @FunctionalInterface
  private interface Reading {
    float[] of(PairLogits logits, OrtSession.Result result, int pairs);
  }

  @Override
  public Kind kind() {
    return Kind.MATCH_PROBABILITY;
  }

  @Override
  public boolean isOfTexts() {
    return true;
  }

  @Override
  public List<EncodedImage> encodeQueries(List<String> queries) {
    return queries.stream().map(query -> new EncodedImage(new float[0], query)).toList();
  }

  @Override
  public List<EncodedCaption> encodeCaptions(List<String> captions) {
    return captions.stream()
        .map(caption -> new EncodedCaption(new int[0], new float[0], caption))
        .toList();
  }

  @Override
  public ImageTransform transform() {
    throw noPictures();
  }

  @Override
  public FloatBuffer newBatch(int rows) {
    throw noPictures();
  }

  @Override
  public List<EncodedImage> encodeImages(FloatBuffer batch, int rows) {
    throw noPictures();
  }

  private FalconException noPictures() {
    return new FalconException(session.file() + ": scores pairs of texts, and reads no pictures");
  }

  @Override
  public float[] score(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair) {
    return score(images, imageOfPair, captions, captionOfPair, PairLogits::probabilities);
  }

  @Override
  public float[] matchLogits(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair) {
    return score(images, imageOfPair, captions, captionOfPair, PairLogits::matchLogits);
  }

  private float[] score(
      List<EncodedImage> queries,
      int[] queryOfPair,
      List<EncodedCaption> texts,
      int[] textOfPair,
      Reading reading) {
    List<PairTokens> pairs =
        pipeline.encodePairs(
            Arrays.stream(queryOfPair).mapToObj(query -> queries.get(query).text()).toList(),
            Arrays.stream(textOfPair).mapToObj(text -> texts.get(text).text()).toList());
    int[] lengths = pairs.stream().mapToInt(pair -> pair.ids().length).toArray();
    List<PairRuns.Run> planned = RUNS.of(queryOfPair, lengths);
    float[] scores = new float[queryOfPair.length];
    boolean atOnce = session.device().kind() == Device.Kind.CPU;
    (atOnce ? planned.parallelStream() : planned.stream())
        .forEach(
            run -> {
              List<PairTokens> some = new ArrayList<>(run.pairs().length);
              for (int pair : run.pairs()) {
                some.add(pairs.get(pair));
              }
              float[] part = run(some, reading);
              for (int i = 0; i < part.length; i++) {
                scores[run.pairs()[i]] = part[i];
              }
            });
    return scores;
  }

  private float[] run(List<PairTokens> pairs, Reading reading) {
    try (Feed feed = new Feed()) {
      tokens.put(feed.tensors(), session, pipeline.padPairs(pairs));
      try (OrtSession.Result result = session.run(feed.tensors(), Set.of(logits.name()))) {
        return reading.of(logits, result, pairs.size());
      }
    }
  }

  @Override
  public void close() {
    session.close();
    pipeline.close();
  }
}
