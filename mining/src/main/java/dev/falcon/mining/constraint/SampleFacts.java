package dev.falcon.mining.constraint;

import java.util.Optional;

/** What constraints need to know of the samples, which are told apart by their rows, from 0. */
public interface SampleFacts {
  /** What the samples are of, for messages: a file or a folder. */
  String name();

  /** How many samples. */
  long rows();

  /** The sample's key. */
  String key(long row);

  /** Whether samples have image ids. */
  default boolean hasImageIds() {
    return false;
  }

  /** Whether samples have captions. */
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

  /** Which captions are true of which images, where that is known. */
  default Optional<Matches> matches() {
    return Optional.empty();
  }

  /** Which captions are true of which images. */
  @FunctionalInterface
  interface Matches {
    /** Whether one sample's caption is true of another's image. */
    boolean holds(long captionRow, long imageRow);
  }
}
