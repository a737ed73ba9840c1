// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

import java.util.List;

/**
 * An input or an output of a graph.
 *
 * @param name its name, by which a caller feeds or fetches it
 * @param type its element type
 * @param shape its dimensions: a number is a fixed size; any other text, such as {@code batch},
 *     names a dynamic size
 * @param doc a description for readers of the file; may be empty
 */
public record TensorInfo(String name, ElementType type, List<String> shape, String doc) {
  public TensorInfo {
    shape = List.copyOf(shape);
  }

  /** Returns a tensor of 32-bit floats. */
  public static TensorInfo float32(String name, String... shape) {
    return new TensorInfo(name, ElementType.FLOAT32, List.of(shape), "");
  }

  /** Returns a tensor of 64-bit integers. */
  public static TensorInfo int64(String name, String... shape) {
    return new TensorInfo(name, ElementType.INT64, List.of(shape), "");
  }

  /** Returns a copy with a description. */
  public TensorInfo describedAs(String description) {
    return new TensorInfo(name, type, shape, description);
  }

  /** Returns whether a dimension is a fixed size. */
  public static boolean isFixed(String dimension) {
    return !dimension.isEmpty() && dimension.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
