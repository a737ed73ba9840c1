package dev.falcon.data.sample;

import java.util.List;
import java.util.Optional;

/** One side of a pair: a picture, by its place in the dataset, or a text. */
public sealed interface PairSide {
  /**
   * A picture, without its bytes; {@link SampleImages#of} fetches them.
   *
   * @param key of its sample
   * @param second whether it is the picture that belongs to the sample's first one
   */
  record Picture(String key, boolean second) implements PairSide {}

  /** A text. */
  record Text(String text) implements PairSide {}

  /** The text of this side; empty of a picture. */
  default Optional<String> words() {
    return this instanceof Text side ? Optional.of(side.text()) : Optional.empty();
  }

  /** The picture of this side; empty of a text. */
  default Optional<Picture> picture() {
    return this instanceof Picture side ? Optional.of(side) : Optional.empty();
  }

  /** The first side of a sample: its image, else the text in place of one; empty for neither. */
  static Optional<PairSide> first(Sample sample) {
    return sample.hasImage()
        ? Optional.of(new Picture(sample.key(), false))
        : sample.anchor().map(Text::new);
  }

  /** The second sides of a sample: its captions, else its second image; empty for neither. */
  static List<PairSide> seconds(Sample sample) {
    if (sample.captions().isEmpty() && sample.hasPositiveImage()) {
      return List.of(new Picture(sample.key(), true));
    }
    return sample.captions().stream().<PairSide>map(Text::new).toList();
  }
}
