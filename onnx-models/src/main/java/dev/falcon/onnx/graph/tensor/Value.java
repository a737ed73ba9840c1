package dev.falcon.onnx.graph.tensor;

/**
 * A tensor inside a graph: an input, a weight or what a node gives. Made by a {@code GraphBuilder}.
 *
 * @param name its name in the file, unique in the graph
 */
public record Value(String name) {
  /** Stands for an optional operand that is left out. */
  public static final Value NONE = new Value("");
}
