// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import ai.onnxruntime.OrtSession;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.config.Feed;
import dev.falcon.onnx.internal.config.Graphs;
import dev.falcon.onnx.internal.config.PixelInput;
import dev.falcon.onnx.internal.config.Tensors;
import dev.falcon.onnx.session.GraphSession;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The first half of a split matcher, which encodes pictures to the token states to which captions
 * attend, {@code [batch, tokens, width]}.
 */
public final class MatcherVision implements AutoCloseable {
  private static final List<String> OUTPUTS =
      List.of("image_states", "last_hidden_state", "image_embeds");

  private final GraphSession session;
  private final PixelInput pixels;
  private final String output;
  private final long[] stateShape;

  public MatcherVision(GraphSession session, PixelInput pixels) {
    this.session = session;
    this.pixels = pixels;
    Graphs.requireKnownInputs(session, List.of(pixels.spec().name()));
    this.output = Graphs.output(session, OUTPUTS, 3, "states of a picture's tokens").name();
    this.stateShape = shapeOfOne();
  }

  private long[] shapeOfOne() {
    try (Feed feed = feed(FloatBuffer.allocate(pixels.length()), 1);
        OrtSession.Result result = session.run(feed.tensors(), Set.of(output))) {
      long[] shape = Tensors.shape(result, output);
      if (shape.length != 3 || shape[0] != 1) {
        throw new FalconException(
            session.file()
                + ": gives states of the shape "
                + Arrays.toString(shape)
                + " for one picture; expected [1, tokens, width]");
      }
      return new long[] {shape[1], shape[2]};
    }
  }

  private Feed feed(FloatBuffer batch, int rows) {
    Feed feed = new Feed();
    feed.tensors().put(pixels.spec().name(), pixels.tensor(session, batch, rows));
    return feed;
  }

  /** Returns the input of pictures. */
  public PixelInput pixels() {
    return pixels;
  }

  /** Returns the shape of a picture's states: tokens and width. */
  public long[] stateShape() {
    return stateShape.clone();
  }

  /** Returns the states of the buffer's first rows // [rows x tokens x width]. */
  public float[] encode(FloatBuffer batch, int rows) {
    try (Feed feed = feed(batch, rows);
        OrtSession.Result result = session.run(feed.tensors(), Set.of(output))) {
      return Tensors.rows(session, result, output, rows);
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
