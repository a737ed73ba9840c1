// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.constraint;

import java.util.Optional;

/** The properties of samples that constraints use, by row, from 0. */
public interface SampleFacts {
  /** Returns the samples' file or folder, for messages. */
  String name();

  /** Returns the number of samples. */
  long rows();

  /** Returns the sample's key. */
  String key(long row);

  /** Returns whether samples have image ids. */
  default boolean hasImageIds() {
    return false;
  }

  /** Returns whether samples have captions. */
  default boolean hasCaptions() {
    return false;
  }

  /** Returns the sample's image id. */
  default Optional<String> imageId(long row) {
    return Optional.empty();
  }

  /** Returns the sample's caption. */
  default Optional<String> caption(long row) {
    return Optional.empty();
  }

  /** Returns which captions are true of which images; empty if that is not known. */
  default Optional<Matches> matches() {
    return Optional.empty();
  }

  /** The pairs of a caption and an image of which the caption is true. */
  @FunctionalInterface
  interface Matches {
    /** Returns whether one sample's caption is true of another's image. */
    boolean holds(long captionRow, long imageRow);
  }
}
