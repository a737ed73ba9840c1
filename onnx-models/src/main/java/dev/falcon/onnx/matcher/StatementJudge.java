// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import ai.onnxruntime.OrtSession;
import dev.falcon.data.FalconException;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.onnx.internal.config.Feed;
import dev.falcon.onnx.internal.config.Graphs;
import dev.falcon.onnx.internal.config.Tensors;
import dev.falcon.onnx.internal.config.TokenInputs;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Classifies statements about several pictures as true or false, with a network fine-tuned for
 * NLVR2.
 */
public final class StatementJudge implements AutoCloseable {
  private static final int CLASSES = 2;

  private final TaskInput input;
  private final GraphSession graph;
  private final TensorSpec states;
  private final TensorSpec output;
  private final TokenInputs tokens;
  private final int images;

  /**
   * @param graph the statement graph
   */
  public StatementJudge(TaskInput input, GraphSession graph) {
    this.input = input;
    this.graph = graph;
    this.states = graph.requireInput("image_states");
    this.tokens = TokenInputs.require(graph);
    List<String> known = new ArrayList<>(tokens.names());
    known.add(states.name());
    Graphs.requireKnownInputs(graph, known);
    this.output = Graphs.output(graph, List.of("logits"), 2, "logits");
    if (states.rank() != 4 || states.dimension(1) < 1) {
      throw new FalconException(
          graph.file()
              + ": pictures' states go in as float [batch, images, tokens, width] with a fixed"
              + " number of images, and this graph's input is "
              + states);
    }
    this.images = Math.toIntExact(states.dimension(1));
  }

  /** Returns the number of pictures per statement. */
  public int images() {
    return images;
  }

  /** Returns the preprocessing of pictures. */
  public ImageTransform transform() {
    return input.transform();
  }

  /**
   * Returns a buffer for the pictures of up to this many statements; the pictures of a statement
   * are consecutive.
   */
  public FloatBuffer newBatch(int statements) {
    return input.newBatch(Math.multiplyExact(statements, images));
  }

  /**
   * Classifies statements.
   *
   * @param pixels the statements' pictures, from the buffer's start // [statements x images x 3 x
   *     height x width]
   * @return the logits of "false" and "true" for each statement // [statements x 2]
   */
  public float[] logits(FloatBuffer pixels, List<String> statements) {
    int rows = statements.size();
    if (rows == 0) {
      return new float[0];
    }
    float[] seen = input.vision().encode(pixels, Math.multiplyExact(rows, images));
    long[] one = input.vision().stateShape();
    try (Feed feed = new Feed()) {
      feed.tensors()
          .put(
              states.name(),
              Tensors.floats(graph, states, FloatBuffer.wrap(seen), rows, images, one[0], one[1]));
      tokens.put(feed.tensors(), graph, input.text().encode(statements));
      try (OrtSession.Result result = graph.run(feed.tensors(), Set.of(output.name()))) {
        return Tensors.rows(graph, result, output.name(), rows);
      }
    }
  }

  /** Returns whether each statement is true, from its logits // [statements x 2]. */
  public static boolean[] verdicts(float[] logits) {
    boolean[] verdicts = new boolean[logits.length / CLASSES];
    for (int i = 0; i < verdicts.length; i++) {
      verdicts[i] = logits[CLASSES * i + 1] > logits[CLASSES * i];
    }
    return verdicts;
  }

  @Override
  public void close() {
    graph.close();
    input.close();
  }
}
