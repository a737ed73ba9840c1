// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import dev.falcon.mining.constraint.SampleFacts;
import java.io.Serializable;

/** The rows of search spaces: gathered from a store, or delivered by a shuffle. Thread-safe. */
public interface PartRows extends SampleFacts {
  /**
   * The properties that all rows share.
   *
   * @param name the name of the store, as the user wrote it
   * @param rows the number of rows of the whole store
   * @param dimension the length of a vector
   * @param perImage the number of vectors of an image; the most similar one counts
   */
  record Shape(
      String name, long rows, int dimension, int perImage, boolean hasImageIds, boolean hasCaptions)
      implements Serializable {}

  /** Returns the properties that all rows share. */
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

  /** Returns the length of a vector. */
  default int dimension() {
    return shape().dimension();
  }

  /** Returns the number of vectors of an image; the most similar one counts. */
  default int perImage() {
    return shape().perImage();
  }

  /**
   * Reads the vectors of rows.
   *
   * @param rows row numbers, in any order
   * @param image receives the image vectors, L2-normalised, [rows x perImage x dimension]
   * @param text receives the text vectors, L2-normalised, [rows x dimension]
   */
  void read(long[] rows, float[] image, float[] text);

  /** Refuses rows that have changed since they were checked; used if their vectors are not read. */
  default void requireUnchanged(long[] rows) {}
}
