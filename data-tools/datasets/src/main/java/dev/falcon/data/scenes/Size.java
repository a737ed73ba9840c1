// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import com.fasterxml.jackson.annotation.JsonValue;

/** An object's size: how much of its cell it fills. */
public enum Size {
  SMALL,
  LARGE;

  private final String word = Words.of(this);

  /** Returns the word in captions and in JSON. */
  @JsonValue
  public String word() {
    return word;
  }
}
