package dev.falcon.mining.parts;

import dev.falcon.mining.constraint.SampleFacts;
import java.io.Serializable;

/** The rows of search spaces: gathered from a store, or delivered by a shuffle. Thread-safe. */
public interface PartRows extends SampleFacts {
  /**
   * What all rows have in common.
   *
   * @param name of the store, as the user wrote it
   * @param rows of the whole store
   * @param dimension the components of a vector
   * @param perImage how many vectors an image has; the most similar one stands for it
   */
  record Shape(
      String name, long rows, int dimension, int perImage, boolean hasImageIds, boolean hasCaptions)
      implements Serializable {}

  /** What all rows have in common. */
  Shape shape();

  @Override
  default String name() {
    return shape().name();
  }

  @Override
  default long rows() {
    return shape().rows();
  }

  @Override
  default boolean hasImageIds() {
    return shape().hasImageIds();
  }

  @Override
  default boolean hasCaptions() {
    return shape().hasCaptions();
  }

  /** The components of a vector. */
  default int dimension() {
    return shape().dimension();
  }

  /** How many vectors an image has; the most similar one stands for it. */
  default int perImage() {
    return shape().perImage();
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
