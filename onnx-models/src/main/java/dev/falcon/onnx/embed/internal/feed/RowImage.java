package dev.falcon.onnx.embed.internal.feed;

import dev.falcon.onnx.embed.pipeline.PendingVector;

/** Where the writer finds the vector of a row's image. */
sealed interface RowImage {
  /** The number of an image that has no image id. */
  long NO_NUMBER = -1;

  /** The image's place among all that have an image id, or {@link #NO_NUMBER}. */
  long number();

  /**
   * It is being computed, and no other sample will ask for it.
   *
   * @param vector the vector
   */
  record Single(PendingVector vector) implements RowImage {
    @Override
    public long number() {
      return NO_NUMBER;
    }
  }

  /**
   * It is being computed, and is to be kept for later samples with the same image id.
   *
   * @param vector the vector
   * @param number the image's place among all that have an image id
   */
  record First(PendingVector vector, long number) implements RowImage {}

  /**
   * It was computed for an earlier sample.
   *
   * @param number the image's place among all that have an image id
   */
  record Repeated(long number) implements RowImage {}
}
