// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.encoder;

import ai.onnxruntime.OrtSession;
import dev.falcon.data.FalconException;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.onnx.internal.config.Feed;
import dev.falcon.onnx.internal.config.Graphs;
import dev.falcon.onnx.internal.config.PixelInput;
import dev.falcon.onnx.internal.config.Tensors;
import dev.falcon.onnx.internal.config.TokenInputs;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Encodes each picture to one vector or, for BLIP-2, several vectors. Several threads may encode at
 * once, each with its own batch.
 */
public final class ImageEncoder implements AutoCloseable {
  private static final List<String> OUTPUTS = List.of("image_embeds", "pooler_output");

  private final GraphSession session;
  private final ImageTransform transform;
  private final PixelInput pixels;
  private final Optional<TokenInputs> tokens;
  private final String output;
  private final int dimension;
  private final int perImage;

  public ImageEncoder(
      GraphSession session, PixelInput pixels, ImageTransform transform, String modelType) {
    this.session = session;
    this.transform = transform;
    this.pixels = pixels;
    this.tokens = TokenInputs.find(session);
    List<String> known = new ArrayList<>(List.of(pixels.spec().name()));
    tokens.ifPresent(inputs -> known.addAll(inputs.names()));
    Graphs.requireKnownInputs(session, known);
    TensorSpec spec = Graphs.vectors(session, OUTPUTS, "picture vectors");
    if (spec.name().equals("pooler_output") && modelType.startsWith("clip")) {
      throw new FalconException(
          session.file()
              + ": gives pooler_output, which CLIP projects before it compares; export the model"
              + " with its projection, so that it gives image_embeds");
    }
    this.output = spec.name();
    this.perImage = spec.rank() == 3 ? closed(spec, 1) : 1;
    this.dimension =
        spec.dimension(-1) == TensorSpec.OPEN
            ? encode(newBatch(1), 1).length / perImage
            : Math.toIntExact(spec.dimension(-1));
  }

  private int closed(TensorSpec spec, int axis) {
    if (spec.dimension(axis) == TensorSpec.OPEN) {
      throw new FalconException(
          session.file()
              + ": gives "
              + spec
              + "; of several vectors per picture the export must say how many");
    }
    return Math.toIntExact(spec.dimension(axis));
  }

  /** Returns the graph. */
  public GraphSession graph() {
    return session;
  }

  /** Returns the preprocessing of pictures. */
  public ImageTransform transform() {
    return transform;
  }

  /** Returns the length of a vector. */
  public int dimension() {
    return dimension;
  }

  /** Returns the number of vectors per picture. */
  public int perImage() {
    return perImage;
  }

  /**
   * Returns a reusable buffer for batches of up to this many pictures // [rows x 3 x height x
   * width].
   */
  public FloatBuffer newBatch(int rows) {
    int bytes = Math.multiplyExact(Math.multiplyExact(rows, pixels.length()), Float.BYTES);
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()).asFloatBuffer();
  }

  /**
   * Encodes the buffer's first rows.
   *
   * @param batch the preprocessed pictures {@code // [rows or more x 3 x height x width]}; its
   *     position is ignored
   * @param rows number of pictures
   * @return the graph's vectors {@code // [rows x perImage x dimension]}
   */
  public float[] encode(FloatBuffer batch, int rows) {
    if (rows == 0) {
      return new float[0];
    }
    try (Feed feed = new Feed()) {
      feed.tensors().put(pixels.spec().name(), pixels.tensor(session, batch, rows));
      tokens.ifPresent(inputs -> inputs.put(feed.tensors(), session, inputs.placeholder()));
      try (OrtSession.Result result = session.run(feed.tensors(), Set.of(output))) {
        return Tensors.rows(session, result, output, rows);
      }
    }
  }

  /** Encodes like {@link #encode}, and normalises every vector to length 1. */
  public float[] encodeNormalised(FloatBuffer batch, int rows) {
    float[] vectors = encode(batch, rows);
    UnitVectors.normalise(vectors, dimension);
    return vectors;
  }

  @Override
  public void close() {
    session.close();
  }
}
