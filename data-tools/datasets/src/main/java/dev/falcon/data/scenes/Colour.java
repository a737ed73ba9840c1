// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import com.fasterxml.jackson.annotation.JsonValue;

/** An object's colour. The order is that of frequency: earlier colours are more common. */
public enum Colour {
  RED(230, 26, 26),
  GREEN(26, 179, 26),
  BLUE(38, 64, 242),
  YELLOW(242, 230, 26),
  PURPLE(128, 26, 153),
  CYAN(26, 217, 217),
  ORANGE(255, 140, 13),
  PINK(255, 153, 191);

  private final String word = Words.of(this);
  private final int red;
  private final int green;
  private final int blue;

  Colour(int red, int green, int blue) {
    this.red = red;
    this.green = green;
    this.blue = blue;
  }

  /** Returns the word in captions and in JSON. */
  @JsonValue
  public String word() {
    return word;
  }

  /** Returns a channel's value in [0, 255]: 0 red, 1 green, 2 blue. */
  public int channel(int channel) {
    return switch (channel) {
      case 0 -> red;
      case 1 -> green;
      case 2 -> blue;
      default -> throw new IllegalArgumentException("channel must be 0, 1 or 2: " + channel);
    };
  }
}
