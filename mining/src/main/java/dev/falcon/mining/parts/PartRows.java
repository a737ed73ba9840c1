package dev.falcon.mining.parts;

import dev.falcon.mining.constraint.SampleFacts;

/** The rows of search spaces: gathered from a store, or delivered by a shuffle. Thread-safe. */
public interface PartRows extends SampleFacts {
  /** The components of a vector. */
  int dimension();

  /** How many vectors an image has; the most similar one stands for it. */
  default int perImage() {
    return 1;
  }

  /**
   * Gives the vectors of rows.
   *
   * @param rows row numbers, in any order
   * @param image [rows x perImage x dimension], receives the image vectors, L2-normalised
   * @param text [rows x dimension], receives the text vectors, L2-normalised
   */
  void read(long[] rows, float[] image, float[] text);
}
