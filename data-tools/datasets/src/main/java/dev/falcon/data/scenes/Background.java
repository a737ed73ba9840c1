// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import com.fasterxml.jackson.annotation.JsonValue;

/** The background of a scene. */
public enum Background {
  BLACK(13),
  GREY(128),
  WHITE(242);

  private final String word = Words.of(this);
  private final int level;

  Background(int level) {
    this.level = level;
  }

  /** Returns the word in captions and in JSON. */
  @JsonValue
  public String word() {
    return word;
  }

  /** Returns the value of all three channels, in [0, 255]. */
  public int level() {
    return level;
  }
}
