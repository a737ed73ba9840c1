package dev.falcon.onnx.encoder;

import ai.onnxruntime.OrtSession;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.config.Graphs;
import dev.falcon.onnx.internal.tensor.Feed;
import dev.falcon.onnx.internal.tensor.PixelInput;
import dev.falcon.onnx.internal.tensor.Tensors;
import dev.falcon.onnx.internal.tensor.TokenInputs;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TextSettings.Padding;
import dev.falcon.onnx.text.TokenBatch;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Captions to vectors. Several threads may encode at once. */
public final class TextEncoder implements AutoCloseable {
  private static final List<String> OUTPUTS =
      List.of("text_embeds", "pooler_output", "sentence_embedding");

  /** Vectors that differ by less, relative to their length, are those of one caption. */
  private static final double SAME_VECTOR = 1e-5;

  private final GraphSession session;
  private final TextPipeline pipeline;
  private final TokenInputs tokens;
  private final Optional<PixelInput> pixels;
  private final String output;
  private final int dimension;
  private Optional<Boolean> padding = Optional.empty(); // until a caption could be cut

  /**
   * @param pixels the input through which a graph of both halves wants a picture too
   */
  public TextEncoder(
      GraphSession session, TextPipeline pipeline, Optional<PixelInput> pixels, String modelType) {
    this.session = session;
    this.pipeline = pipeline;
    this.tokens = TokenInputs.require(session);
    this.pixels = pixels;
    List<String> known = new ArrayList<>(tokens.names());
    pixels.ifPresent(input -> known.add(input.spec().name()));
    Graphs.requireKnownInputs(session, known);
    TensorSpec spec = Graphs.output(session, OUTPUTS, 2, "caption vectors");
    if (spec.name().equals("pooler_output") && modelType.startsWith("clip")) {
      throw new FalconException(
          session.file()
              + ": gives pooler_output, which CLIP projects before it compares; export the model"
              + " with its projection, so that it gives text_embeds");
    }
    this.output = spec.name();
    this.dimension =
        spec.dimension(-1) == TensorSpec.OPEN
            ? encode(tokens.placeholder()).length
            : Math.toIntExact(spec.dimension(-1));
  }

  /** The graph. */
  public GraphSession graph() {
    return session;
  }

  /** From captions to the ids that the graph takes. */
  public TextPipeline pipeline() {
    return pipeline;
  }

  /** The length of a vector. */
  public int dimension() {
    return dimension;
  }

  /**
   * Encodes captions in one batch: the vectors as the graph gives them // [captions x dimension].
   */
  public float[] encode(List<String> captions) {
    return encode(pipeline.encode(captions));
  }

  /** Encodes captions that are ids already // [rows x dimension]. */
  public float[] encode(TokenBatch batch) {
    if (batch.rows() == 0) {
      return new float[0];
    }
    if (!mayCut()) {
      return run(batch);
    }
    List<LengthGroups.Group> groups = LengthGroups.of(batch);
    boolean shorter = groups.get(0).batch().length() < batch.length();
    if (!shorter || looksAtPadding()) {
      return run(batch);
    }
    float[] all = new float[batch.rows() * dimension];
    for (LengthGroups.Group group : groups) {
      LengthGroups.scatter(run(group.batch()), group.rows(), all);
    }
    return all;
  }

  private boolean mayCut() {
    return pipeline.settings().padding() == Padding.AUTO && tokens.length().isEmpty();
  }

  /** Tries it once, with a caption that is always the same, so that batches do not decide it. */
  private synchronized boolean looksAtPadding() {
    if (padding.isEmpty()) {
      TokenBatch whole = pipeline.encode(List.of("two dogs on a beach"));
      Optional<float[]> padded = attempt(whole);
      Optional<float[]> cut = attempt(LengthGroups.of(whole).get(0).batch());
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
        return Tensors.rows(session, result, output, batch.rows());
      }
    }
  }

  private Optional<float[]> attempt(TokenBatch batch) {
    try (Feed feed = new Feed()) {
      fill(feed, batch);
      Optional<OrtSession.Result> found = session.attempt(feed.tensors(), Set.of(output));
      if (found.isEmpty()) {
        return Optional.empty();
      }
      try (OrtSession.Result result = found.get()) {
        return Optional.of(Tensors.rows(session, result, output, batch.rows()));
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

  /** As {@link #encode(List)}, and every vector brought to length 1. */
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
