// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import com.fasterxml.jackson.annotation.JsonValue;

/** The half of the image that contains an object's cell. */
public enum Half {
  TOP,
  BOTTOM,
  LEFT,
  RIGHT;

  private final String word = Words.of(this);

  /** Returns the word in captions and in JSON. */
  @JsonValue
  public String word() {
    return word;
  }

  /** Returns whether a cell is in this half of a grid with an even number of cells per side. */
  public boolean holds(int row, int column, int cellsPerSide) {
    return switch (this) {
      case TOP -> 2 * row < cellsPerSide;
      case BOTTOM -> 2 * row >= cellsPerSide;
      case LEFT -> 2 * column < cellsPerSide;
      case RIGHT -> 2 * column >= cellsPerSide;
    };
  }
}
