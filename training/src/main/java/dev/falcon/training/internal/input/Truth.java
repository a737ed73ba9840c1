package dev.falcon.training.internal.input;

/** Which captions are true of which images; known where the world is made. */
@FunctionalInterface
public interface Truth {
  /** Whether the caption of one pair is true of the image of another. */
  boolean matches(int captionRow, int imageRow);
}
