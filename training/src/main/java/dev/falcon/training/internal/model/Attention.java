package dev.falcon.training.internal.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Weights;

/** Multi-head attention with query, key, value and output projections. */
final class Attention {
  private final String projections;
  private final String output;
  private final int width;
  private final int heads;

  /**
   * @param projections the prefix of {@code query}, {@code key} and {@code value}
   * @param output the name of the output projection
   */
  Attention(String projections, String output, int width, int heads) {
    this.projections = projections;
    this.output = output;
    this.width = width;
    this.heads = heads;
  }

  void declare(Declarations declare, int memoryWidth) {
    declare.linear(projections + ".query", width, width);
    declare.linear(projections + ".key", memoryWidth, width);
    declare.linear(projections + ".value", memoryWidth, width);
    declare.linear(output, width, width);
  }

  /**
   * Attends.
   *
   * @param x the queries' tokens [rows x tokens x width]
   * @param memory the tokens that are looked at [rows x others x memoryWidth]
   * @param mask added to the scores [rows x 1 x 1 x others], or null
   * @param dropout of the attention weights
   * @return [rows x tokens x width]
   */
  NDArray forward(Weights weights, NDArray x, NDArray memory, NDArray mask, float dropout) {
    long rows = x.getShape().get(0);
    long tokens = x.getShape().get(1);
    NDArray scaled =
        Ops.scale(
            weights.linear(x, projections + ".query"),
            (float) (1 / Math.sqrt((double) width / heads)));
    NDArray query = split(scaled);
    NDArray key = split(weights.linear(memory, projections + ".key"));
    NDArray value = split(weights.linear(memory, projections + ".value"));
    NDArray scores = query.matMul(key.transpose(0, 1, 3, 2));
    if (mask != null) {
      scores = scores.add(mask);
    }
    NDArray attended = Ops.dropout(scores.softmax(-1), dropout).matMul(value);
    NDArray joined = attended.transpose(0, 2, 1, 3).reshape(new Shape(rows, tokens, width));
    return weights.linear(joined, output);
  }

  /** [rows x tokens x width] to [rows x heads x tokens x width/heads]. */
  private NDArray split(NDArray x) {
    Shape shape = x.getShape();
    return x.reshape(new Shape(shape.get(0), shape.get(1), heads, width / heads))
        .transpose(0, 2, 1, 3);
  }
}
