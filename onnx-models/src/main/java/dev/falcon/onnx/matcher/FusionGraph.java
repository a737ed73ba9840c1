// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import ai.onnxruntime.OrtSession;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.config.Feed;
import dev.falcon.onnx.internal.config.Graphs;
import dev.falcon.onnx.internal.config.Tensors;
import dev.falcon.onnx.internal.config.TokenInputs;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TokenBatch;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The graph that scores pairs of captions and pictures; it reads a picture's states or its pixels.
 *
 * <p>Many graphs also accept one picture for all captions of a run and then compute the picture's
 * part only once: the keys and values of cross-attention, which are most of the work, and in a
 * one-file model the whole vision half. Whether a graph does is tested when it is opened.
 */
final class FusionGraph {
  private static final List<String> IMAGE_MASKS =
      List.of("encoder_attention_mask", "image_attention_mask");

  /** The allowed difference between the results of the two forms, for a logit of about 1. */
  private static final double TOLERANCE = 1e-3;

  private static final int TRIED_TOKENS = 5;

  private final GraphSession session;
  private final TokenInputs tokens;
  private final TensorSpec imageInput;
  private final Optional<TensorSpec> imageMask;
  private final long[] stateShape;
  private final int stateLength;
  private final MatchOutput output;
  private final boolean sharesImages;

  /** Reads the scores of a run's pairs from its result. */
  @FunctionalInterface
  interface Reading {
    float[] of(MatchOutput output, OrtSession.Result result, int pairs);
  }

  /**
   * Checks a graph.
   *
   * @param imageInput the input of the picture
   * @param stateShape the shape of one picture's input
   * @param text tokenises captions
   */
  FusionGraph(GraphSession session, TensorSpec imageInput, long[] stateShape, TextPipeline text) {
    this.session = session;
    this.imageInput = imageInput;
    this.stateShape = stateShape.clone();
    this.stateLength = Math.toIntExact(Arrays.stream(stateShape).reduce(1, Math::multiplyExact));
    this.tokens = TokenInputs.require(session);
    this.imageMask = IMAGE_MASKS.stream().map(session::input).flatMap(Optional::stream).findFirst();
    List<String> known = new ArrayList<>(tokens.names());
    known.add(imageInput.name());
    imageMask.map(TensorSpec::name).ifPresent(known::add);
    Graphs.requireKnownInputs(session, known);
    requireStatesFit();
    this.output = MatchOutput.of(session);
    // One pair of zeros shows whether the graphs fit together and what form the output has.
    run(FloatBuffer.allocate(stateLength), 1, tokens.placeholder(), MatchOutput::probabilities);
    this.sharesImages = triesOneImageForTwoCaptions(text);
  }

  /** Returns the input of a picture's states. */
  static TensorSpec stateInput(GraphSession session) {
    List<TensorSpec> states =
        session.inputs().stream()
            .filter(spec -> spec.rank() == 3 && Tensors.isFloat(spec))
            .toList();
    if (states.size() != 1) {
      throw new FalconException(
          session.file()
              + ": must have one input of picture states, float [batch, tokens, width]; its inputs"
              + " are "
              + session.inputs());
    }
    return states.get(0);
  }

  private void requireStatesFit() {
    for (int i = 0; i < stateShape.length; i++) {
      long wanted = imageInput.dimension(i + 1);
      if (wanted != TensorSpec.OPEN && wanted != stateShape[i]) {
        throw new FalconException(
            session.file()
                + ": takes "
                + imageInput
                + ", but a picture's states are "
                + Arrays.toString(stateShape)
                + "; the vision and the fusion graph are not of one model");
      }
    }
  }

  /**
   * Returns whether the graph gives equal scores for two captions with one shared picture and with
   * the picture repeated.
   */
  private boolean triesOneImageForTwoCaptions(TextPipeline text) {
    FloatBuffer twice = FloatBuffer.allocate(2 * stateLength);
    for (int i = 0; i < 2 * stateLength; i++) {
      twice.put(i, (float) StrictMath.sin(0.37 * (i % stateLength) + 0.2));
    }
    int length = Math.min(TRIED_TOKENS, text.settings().maxLength());
    TokenBatch two = tokens.sample(2, text.vocabularySize(), length);
    Optional<float[]> apart = attempt(twice, 2, two);
    Optional<float[]> together = attempt(twice, 1, two);
    if (apart.isEmpty() || together.isEmpty() || apart.get().length != together.get().length) {
      return false;
    }
    for (int i = 0; i < apart.get().length; i++) {
      float expected = apart.get()[i];
      if (!(Math.abs(expected - together.get()[i]) <= TOLERANCE * (1 + Math.abs(expected)))) {
        return false;
      }
    }
    return true;
  }

  private Optional<float[]> attempt(FloatBuffer states, int pictures, TokenBatch batch) {
    try (Feed feed = feed(states, pictures, batch)) {
      return session
          .attempt(feed.tensors(), Set.of(output.name()))
          .map(
              result -> {
                try (result) {
                  return output.raw(result);
                }
              });
    }
  }

  /** Returns whether a run may pass one picture for all its captions. */
  boolean sharesImages() {
    return sharesImages;
  }

  /** Returns the number of floats per picture. */
  int stateLength() {
    return stateLength;
  }

  /**
   * Scores pairs.
   *
   * @param states the states of the pictures, from the buffer's start // [pictures x state]
   * @param pictures the number of pictures: one per caption, or one for all captions if the graph
   *     supports it
   * @return one score per caption
   */
  float[] run(FloatBuffer states, int pictures, TokenBatch batch, Reading reading) {
    try (Feed feed = feed(states, pictures, batch);
        OrtSession.Result result = session.run(feed.tensors(), Set.of(output.name()))) {
      return reading.of(output, result, batch.rows());
    }
  }

  private Feed feed(FloatBuffer states, int pictures, TokenBatch batch) {
    long[] shape = new long[stateShape.length + 1];
    shape[0] = pictures;
    System.arraycopy(stateShape, 0, shape, 1, stateShape.length);
    Feed feed = new Feed();
    FloatBuffer used = states.slice(0, Math.multiplyExact(pictures, stateLength));
    feed.tensors().put(imageInput.name(), Tensors.floats(session, imageInput, used, shape));
    tokens.put(feed.tensors(), session, batch);
    imageMask.ifPresent(spec -> putImageMask(feed, spec, pictures));
    return feed;
  }

  private void putImageMask(Feed feed, TensorSpec spec, int pictures) {
    int count = Math.toIntExact(stateShape[0]);
    int[] ones = new int[Math.multiplyExact(pictures, count)];
    Arrays.fill(ones, 1);
    feed.tensors().put(spec.name(), Tensors.integers(session, spec, ones, pictures, count));
  }

  /** Returns the graph's file. */
  Path file() {
    return session.file();
  }

  void close() {
    session.close();
  }
}
