// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import com.fasterxml.jackson.annotation.JsonValue;

/** An object's shape. The order is that of frequency: earlier shapes are more common. */
public enum Shape {
  CIRCLE,
  SQUARE,
  TRIANGLE,
  PLUS,
  RING,
  DIAMOND,
  BAR,
  CROSS;

  private final String word = Words.of(this);

  /** Returns the word in captions and in JSON. */
  @JsonValue
  public String word() {
    return word;
  }

  /**
   * Returns whether the shape covers a pixel. Only integer arithmetic is used, so that every
   * machine draws the same.
   *
   * @param x column in [0, side)
   * @param y row in [0, side)
   * @param side the side of the square that the shape fills, in pixels
   */
  public boolean covers(int x, int y, int side) {
    // Distances from the centre in half pixels: the centre of an even side lies between two pixels.
    int across = Math.abs(2 * x - (side - 1));
    int down = Math.abs(2 * y - (side - 1));
    long squared = (long) across * across + (long) down * down;
    boolean inDisc = 25 * squared <= square(5L * side - 1);
    return switch (this) {
      case CIRCLE -> inDisc;
      case SQUARE -> true;
      case TRIANGLE -> across <= y;
      case PLUS -> 4 * across <= side || 4 * down <= side;
      case RING -> inDisc && 625 * squared >= square(13L * side);
      case DIAMOND -> across + down < side;
      case BAR -> 4 * down <= side;
      case CROSS -> 5 * Math.abs(across - down) <= side;
    };
  }

  private static long square(long value) {
    return value * value;
  }
}
