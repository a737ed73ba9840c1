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

  private final GraphSession session;
  private final TextPipeline pipeline;
  private final TokenInputs tokens;
  private final Optional<PixelInput> pixels;
  private final String output;
  private final int dimension;

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
    try (Feed feed = new Feed()) {
      tokens.put(feed.tensors(), session, batch);
      pixels.ifPresent(
          input ->
              feed.tensors()
                  .put(
                      input.spec().name(),
                      input.tensor(session, FloatBuffer.allocate(input.length()), 1)));
      try (OrtSession.Result result = session.run(feed.tensors(), Set.of(output))) {
        return Tensors.rows(session, result, output, batch.rows());
      }
    }
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
