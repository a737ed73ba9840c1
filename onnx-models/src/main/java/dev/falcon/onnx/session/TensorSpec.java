// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An input or output of a graph.
 *
 * @param name its name in the graph
 * @param type the element type in lower case, such as {@code float}, {@code float16} or {@code
 *     int64}
 * @param shape the sizes of the dimensions; {@value #OPEN} for a dynamic one
 */
public record TensorSpec(String name, String type, List<Long> shape) {
  /** The size of a dynamic dimension. */
  public static final long OPEN = -1;

  public TensorSpec {
    shape = List.copyOf(shape);
  }

  /** Returns the number of dimensions. */
  public int rank() {
    return shape.size();
  }

  /**
   * Returns the size of dimension i, counted from the end if i is negative; {@link #OPEN} if it is
   * dynamic.
   */
  public long dimension(int i) {
    return shape.get(i < 0 ? shape.size() + i : i);
  }

  @Override
  public String toString() {
    String dimensions =
        shape.stream()
            .map(dimension -> dimension == OPEN ? "?" : String.valueOf(dimension))
            .collect(Collectors.joining(", ", "[", "]"));
    return name + " " + type + " " + dimensions;
  }
}
