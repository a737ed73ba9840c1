// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

/**
 * A tensor inside a graph: an input, a weight or a node's output. Created by a {@code
 * GraphBuilder}.
 *
 * @param name its name in the file, unique in the graph
 */
public record Value(String name) {
  /** Stands for an omitted optional operand. */
  public static final Value NONE = new Value("");
}
