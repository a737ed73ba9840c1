package dev.falcon.data.scenes;

/** How much of its cell an object fills. */
public enum Size {
  SMALL,
  LARGE;

  private final String word = Words.of(this);

  /** The word in a caption. */
  public String word() {
    return word;
  }
}
