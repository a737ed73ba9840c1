package dev.falcon.data.scenes.world;

import com.fasterxml.jackson.annotation.JsonValue;

/** How much of its cell an object fills. */
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
