// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import java.util.ArrayList;
import java.util.List;

/**
 * A caption's description of one object. A null part is not stated and may be anything.
 *
 * @param size its size, or null
 * @param colour its colour, or null
 * @param shape its shape, or null: "thing"
 * @param half the half of the image that contains it, or null
 */
public record Description(Size size, Colour colour, Shape shape, Half half) {
  /** Returns whether everything stated is true of an object. */
  public boolean matches(SceneObject object, int cellsPerSide) {
    return (size == null || size == object.size())
        && (colour == null || colour == object.colour())
        && (shape == null || shape == object.shape())
        && (half == null || half.holds(object.row(), object.column(), cellsPerSide));
  }

  /** Returns the number of stated parts, in [0, 4]. */
  public int stated() {
    return (size == null ? 0 : 1)
        + (colour == null ? 0 : 1)
        + (shape == null ? 0 : 1)
        + (half == null ? 0 : 1);
  }

  /** Returns the words without an article, such as "small red ring at top". */
  public String text() {
    List<String> words = new ArrayList<>();
    if (size != null) {
      words.add(size.word());
    }
    if (colour != null) {
      words.add(colour.word());
    }
    words.add(shape == null ? Words.THING : shape.word());
    if (half != null) {
      words.add(Words.AT);
      words.add(half.word());
    }
    return String.join(" ", words);
  }
}
