// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.encoder;

import ai.onnxruntime.OrtSession;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.config.Feed;
import dev.falcon.onnx.internal.config.Graphs;
import dev.falcon.onnx.internal.config.PixelInput;
import dev.falcon.onnx.internal.config.Tensors;
import dev.falcon.onnx.internal.config.TextVectors;
import dev.falcon.onnx.internal.config.TokenInputs;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import dev.falcon.onnx.text.Pooling;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TextSettings.Padding;
import dev.falcon.onnx.text.TokenBatch;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Encodes captions to vectors. Several threads may encode at once. */
public final class TextEncoder implements AutoCloseable {
  /** The relative difference below which two vectors count as vectors of the same caption. */
  private static final double SAME_VECTOR = 1e-5;

  private final GraphSession session;
  private final TextPipeline pipeline;
  private final TokenInputs tokens;
  private final Optional<PixelInput> pixels;
  private final String output;
  private final Optional<StatePooling> pooling;
  private final int dimension;
  private Optional<Boolean> padding = Optional.empty(); // empty until a caption could be truncated

  /**
   * @param pixels the image input, if the graph contains both the image and the text encoder
   * @param vectors the graph's output of vectors
   */
  public TextEncoder(
      GraphSession session,
      TextPipeline pipeline,
      Optional<PixelInput> pixels,
      TextVectors vectors) {
    this.session = session;
    this.pipeline = pipeline;
    this.tokens = TokenInputs.require(session);
    this.pixels = pixels;
    List<String> known = new ArrayList<>(tokens.names());
    pixels.ifPresent(input -> known.add(input.spec().name()));
    Graphs.requireKnownInputs(session, known);
    TensorSpec spec = vectors.output(session);
    this.output = spec.name();
    List<Pooling> modes = vectors.pooling(spec);
    this.pooling =
        modes.isEmpty() ? Optional.empty() : Optional.of(new StatePooling(modes, closed(spec)));
    this.dimension =
        pooling.isPresent()
            ? closed(spec) * modes.size()
            : spec.dimension(-1) == TensorSpec.OPEN
                ? run(tokens.placeholder()).length
                : Math.toIntExact(spec.dimension(-1));
  }

  /** Returns the graph. */
  public GraphSession graph() {
    return session;
  }

  /** Returns the conversion of captions to ids. */
  public TextPipeline pipeline() {
    return pipeline;
  }

  /** Returns the length of a vector. */
  public int dimension() {
    return dimension;
  }

  /** Encodes captions in one batch; returns the graph's vectors // [captions x dimension]. */
  public float[] encode(List<String> captions) {
    return encode(pipeline.encode(captions));
  }

  /** Encodes tokenised captions; returns the graph's vectors // [rows x dimension]. */
  public float[] encode(TokenBatch batch) {
    return encode(batch, Math.max(1, batch.rows()));
  }

  /**
   * Encodes tokenised captions, with those of one length in one batch.
   *
   * @param most the maximum number of captions per run of the graph
   * @return the graph's vectors // [rows x dimension]
   */
  public float[] encode(TokenBatch batch, int most) {
    if (batch.rows() == 0) {
      return new float[0];
    }
    List<LengthGroups.Group> groups = groups(batch, most);
    if (groups.size() == 1) {
      return run(groups.get(0).batch());
    }
    float[] all = new float[batch.rows() * dimension];
    for (LengthGroups.Group group : groups) {
      LengthGroups.scatter(run(group.batch()), group.rows(), all);
    }
    return all;
  }

  private List<LengthGroups.Group> groups(TokenBatch batch, int most) {
    if (mayCut()) {
      List<LengthGroups.Group> groups = LengthGroups.of(batch, most);
      boolean shorter = groups.get(0).batch().length() < batch.length();
      boolean masked = pipeline.settings().padding() == Padding.MASKED && tokens.hasMask();
      if (shorter && (masked || !looksAtPadding())) {
        return groups;
      }
    }
    return LengthGroups.uncut(batch, most);
  }

  private int closed(TensorSpec states) {
    if (states.dimension(-1) == TensorSpec.OPEN) {
      throw new FalconException(
          session.file()
              + ": gives "
              + states
              + "; pooling needs states with a fixed last dimension");
    }
    return Math.toIntExact(states.dimension(-1));
  }

  private boolean mayCut() {
    Padding padding = pipeline.settings().padding();
    return (padding == Padding.AUTO || padding == Padding.MASKED) && tokens.length().isEmpty();
  }

  /**
   * Returns whether the graph's vectors depend on padding. This is tested once, with a fixed
   * caption, so that the result does not depend on batches.
   */
  private synchronized boolean looksAtPadding() {
    if (padding.isEmpty()) {
      TokenBatch whole = pipeline.encode(List.of("two dogs on a beach"));
      Optional<float[]> padded = attempt(whole);
      Optional<float[]> cut = attempt(LengthGroups.of(whole, 1).get(0).batch());
      padding = Optional.of(padded.isEmpty() || cut.isEmpty() || differ(padded.get(), cut.get()));
    }
    return padding.get();
  }

  private static boolean differ(float[] padded, float[] cut) {
    double squares = 0;
    double largest = 0;
    for (int i = 0; i < padded.length; i++) {
      squares += (double) padded[i] * padded[i];
      largest = Math.max(largest, Math.abs((double) padded[i] - cut[i]));
    }
    return !(largest <= SAME_VECTOR * Math.sqrt(squares));
  }

  private float[] run(TokenBatch batch) {
    try (Feed feed = new Feed()) {
      fill(feed, batch);
      try (OrtSession.Result result = session.run(feed.tensors(), Set.of(output))) {
        return vectors(result, batch);
      }
    }
  }

  private float[] vectors(OrtSession.Result result, TokenBatch batch) {
    if (pooling.isEmpty()) {
      return Tensors.rows(session, result, output, batch.rows());
    }
    Tensors.requireShape(session, result, output, batch.rows(), batch.length());
    return pooling.get().pool(Tensors.read(result, output), batch, pipeline.unpooledTokens());
  }

  private Optional<float[]> attempt(TokenBatch batch) {
    try (Feed feed = new Feed()) {
      fill(feed, batch);
      Optional<OrtSession.Result> found = session.attempt(feed.tensors(), Set.of(output));
      if (found.isEmpty()) {
        return Optional.empty();
      }
      try (OrtSession.Result result = found.get()) {
        return Optional.of(vectors(result, batch));
      }
    }
  }

  private void fill(Feed feed, TokenBatch batch) {
    tokens.put(feed.tensors(), session, batch);
    pixels.ifPresent(
        input ->
            feed.tensors()
                .put(
                    input.spec().name(),
                    input.tensor(session, FloatBuffer.allocate(input.length()), 1)));
  }

  /** Encodes like {@link #encode(List)}, and normalises every vector to length 1. */
  public float[] encodeNormalised(List<String> captions) {
    float[] vectors = encode(captions);
    UnitVectors.normalise(vectors, dimension);
    return vectors;
  }

  @Override
  public void close() {
    session.close();
    pipeline.close();
  }
}
