package dev.falcon.onnx.export;

import dev.falcon.onnx.export.NetworkShape.EncoderShape;
import dev.falcon.onnx.export.NetworkShape.NormPlacement;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.Value;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Blocks of self-attention, cross-attention where there is a memory, and a feed-forward pair, each
 * with a residual sum.
 *
 * @param layers the weights
 * @param prefix what the blocks' names begin with, before their number
 * @param names the parts' names
 * @param shape the sizes
 * @param norm where each sub-block normalises
 */
record TransformerStack(
    Layers layers, String prefix, BlockNames names, EncoderShape shape, NormPlacement norm) {

  /** What cross-attention looks at: tokens [images x others x width]; images is batch or 1. */
  record Memory(Value tokens, int width) {}

  /**
   * Adds so many blocks to the graph.
   *
   * @param x [batch x tokens x width]
   * @param mask added to the scores of self-attention [batch x 1 x 1 x tokens]
   * @param memory what cross-attention looks at
   * @return [batch x tokens x width]
   */
  Value run(
      GraphBuilder graph, Value x, int blocks, Optional<Value> mask, Optional<Memory> memory) {
    Value tokens = x;
    for (int i = 0; i < blocks; i++) {
      tokens = block(graph, tokens, prefix + i + ".", mask, memory);
    }
    return tokens;
  }

  private Value block(
      GraphBuilder graph, Value x, String block, Optional<Value> mask, Optional<Memory> memory) {
    Value attended =
        residual(
            graph,
            x,
            block + names.selfNorm(),
            y ->
                attention(
                    graph,
                    y,
                    new Memory(y, shape.width()),
                    mask,
                    block + names.selfAttention(),
                    block + names.selfOutput()));
    Value fused =
        memory.isEmpty()
            ? attended
            : residual(
                graph,
                attended,
                block + names.crossNorm(),
                y ->
                    attention(
                        graph,
                        y,
                        memory.get(),
                        Optional.empty(),
                        block + names.crossAttention(),
                        block + names.crossOutput()));
    return residual(
        graph, fused, block + names.feedForwardNorm(), y -> feedForward(graph, y, block));
  }

  private Value residual(GraphBuilder graph, Value x, String normName, UnaryOperator<Value> inner) {
    GraphBuilder sum = graph.scope(normName + ".residual");
    return switch (norm) {
      case PRE -> sum.add(x, inner.apply(normalise(graph, x, normName)));
      case POST -> normalise(graph, sum.add(x, inner.apply(x)), normName);
    };
  }

  private Value normalise(GraphBuilder graph, Value x, String name) {
    return layers.norm(graph, x, name, shape.width(), shape.normEpsilon());
  }

  private Value feedForward(GraphBuilder graph, Value x, String block) {
    String expansion = block + "intermediate.dense";
    Value hidden = layers.linear(graph, x, expansion, shape.width(), shape.feedForward());
    Value active = graph.scope(expansion).gelu(hidden);
    return layers.linear(graph, active, block + "output.dense", shape.feedForward(), shape.width());
  }

  /** Multi-head attention: softmax(query · keyᵀ / √(width of a head) + mask) · value. */
  private Value attention(
      GraphBuilder graph,
      Value x,
      Memory memory,
      Optional<Value> mask,
      String name,
      String outputName) {
    int width = shape.width();
    GraphBuilder scope = graph.scope(name);
    float scale = (float) (1 / Math.sqrt((double) width / shape.heads()));
    Value query = layers.linear(graph, x, name + ".query", width, width);
    Value key = layers.linear(graph, memory.tokens(), name + ".key", memory.width(), width);
    Value value = layers.linear(graph, memory.tokens(), name + ".value", memory.width(), width);
    Value scaled = heads(scope, scope.multiply(query, scope.scalar(scale)), 0, 2, 1, 3);
    Value scores = scope.matMul(scaled, heads(scope, key, 0, 2, 3, 1));
    Value masked = mask.isEmpty() ? scores : scope.add(scores, mask.get());
    Value mixed = scope.matMul(scope.softmax(masked, -1), heads(scope, value, 0, 2, 1, 3));
    Value joined = scope.reshape(scope.transpose(mixed, 0, 2, 1, 3), 0, 0, width);
    return layers.linear(graph, joined, outputName, width, width);
  }

  /** [batch x tokens x width] as [batch x tokens x heads x width / heads], permuted. */
  private Value heads(GraphBuilder scope, Value x, long... permutation) {
    int heads = shape.heads();
    return scope.transpose(scope.reshape(x, 0, 0, heads, shape.width() / heads), permutation);
  }
}
