package dev.falcon.data.scenes.caption;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.data.scenes.world.Words;

/** The half of the image in which an object's cell lies. */
public enum Half {
  TOP,
  BOTTOM,
  LEFT,
  RIGHT;

  private final String word = Words.of(this);

  /** The word in captions and in JSON. */
  @JsonValue
  public String word() {
    return word;
  }

  /** Whether a cell lies in this half of a grid with an even number of cells a side. */
  public boolean holds(int row, int column, int cellsPerSide) {
    return switch (this) {
      case TOP -> 2 * row < cellsPerSide;
      case BOTTOM -> 2 * row >= cellsPerSide;
      case LEFT -> 2 * column < cellsPerSide;
      case RIGHT -> 2 * column >= cellsPerSide;
    };
  }
}
