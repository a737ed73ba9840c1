package dev.falcon.training.internal.input;

/** Which captions are true of which images; known for generated data. */
@FunctionalInterface
public interface Truth {
  /** Returns whether the caption of one pair is true of the image of another. */
  boolean matches(int captionRow, int imageRow);
}
