package dev.falcon.data.scenes;

import com.fasterxml.jackson.annotation.JsonValue;

/** The part of its cell that an object fills. */
public enum Size {
  SMALL,
  LARGE;

  private final String word = Words.of(this);

  /** The word in captions and in JSON. */
  @JsonValue
  public String word() {
    return word;
  }
}
