package dev.falcon.mining.constraint;

import java.util.Optional;

/** Properties of samples for constraints, by row, from 0. */
public interface SampleFacts {
  /** The samples' file or folder, for messages. */
  String name();

  /** Number of samples. */
  long rows();

  /** The sample's key. */
  String key(long row);

  /** Returns whether samples have image ids. */
  default boolean hasImageIds() {
    return false;
  }

  /** Returns whether samples have captions. */
  default boolean hasCaptions() {
    return false;
  }

  /** The sample's image id. */
  default Optional<String> imageId(long row) {
    return Optional.empty();
  }

  /** The sample's caption. */
  default Optional<String> caption(long row) {
    return Optional.empty();
  }

  /** Which captions are true of which images, if that is known. */
  default Optional<Matches> matches() {
    return Optional.empty();
  }

  /** Which captions are true of which images. */
  @FunctionalInterface
  interface Matches {
    /** Returns whether one sample's caption is true of another's image. */
    boolean holds(long captionRow, long imageRow);
  }
}
