// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import java.util.List;
import java.util.Optional;

/** One side of a pair: a picture, by its place in the dataset, or a text. */
public sealed interface PairSide {
  /**
   * A picture, without its bytes; {@link SampleImages#of} fetches them.
   *
   * @param key the key of its sample
   * @param second whether it is the sample's second picture, which belongs to the first
   */
  record Picture(String key, boolean second) implements PairSide {}

  /** A text. */
  record Text(String text) implements PairSide {}

  /** Returns the text of this side; empty if it is a picture. */
  default Optional<String> words() {
    return this instanceof Text side ? Optional.of(side.text()) : Optional.empty();
  }

  /** Returns the picture of this side; empty if it is a text. */
  default Optional<Picture> picture() {
    return this instanceof Picture side ? Optional.of(side) : Optional.empty();
  }

  /**
   * Returns the first side of a sample: its image, or else its anchor, the text in place of an
   * image; empty if it has neither.
   */
  static Optional<PairSide> first(Sample sample) {
    return sample.hasImage()
        ? Optional.of(new Picture(sample.key(), false))
        : sample.anchor().map(Text::new);
  }

  /**
   * Returns the second sides of a sample: its captions, or else its second image; empty if it has
   * neither.
   */
  static List<PairSide> seconds(Sample sample) {
    if (sample.captions().isEmpty() && sample.hasPositiveImage()) {
      return List.of(new Picture(sample.key(), true));
    }
    return sample.captions().stream().<PairSide>map(Text::new).toList();
  }
}
