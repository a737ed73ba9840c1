// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import java.util.Objects;

/**
 * A shape in a cell of the grid.
 *
 * @param row the cell's row, from 0 at the top
 * @param column the cell's column, from 0 at the left
 */
public record SceneObject(Shape shape, Colour colour, Size size, int row, int column) {
  public SceneObject {
    Objects.requireNonNull(shape, "shape");
    Objects.requireNonNull(colour, "colour");
    Objects.requireNonNull(size, "size");
  }
}
