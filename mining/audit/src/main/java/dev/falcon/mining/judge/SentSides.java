// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.sample.PairSide;
import dev.falcon.data.sample.Sample;
import dev.falcon.mining.label.PairContents;
import java.util.Optional;

/**
 * The sides of pairs as they are sent.
 *
 * @param contents the contents of the data
 * @param seconds the second pictures of the pairs to ask about
 * @param longest the maximum length of a picture's longer side, in pixels
 */
record SentSides(PairContents contents, PictureSpool seconds, int longest) {
  /**
   * Returns the first side of a sample.
   *
   * @throws ImageException if it is a picture that cannot be decoded
   */
  AskedSide first(Sample sample) {
    Optional<String> words = contents.first(sample.key()).words();
    return words.isPresent()
        ? new AskedSide.Quoted(words.get())
        : SentPicture.of(sample.image().orElseThrow(), longest);
  }

  /**
   * Returns the second side of a pair.
   *
   * @throws ImageException if it is a picture that cannot be decoded
   */
  AskedSide second(String textKey) {
    PairSide side = contents.second(textKey);
    return side instanceof PairSide.Picture picture
        ? SentPicture.of(seconds.read(picture), longest)
        : new AskedSide.Quoted(side.words().orElseThrow());
  }

  /**
   * Returns the second side of a sample's own pair.
   *
   * @param first the sample's first side, which replaces a second picture that cannot be decoded,
   *     since a picture matches itself
   */
  AskedSide own(Sample sample, AskedSide first) {
    Optional<String> words = contents.own(sample.key()).get(0).words();
    if (words.isPresent()) {
      return new AskedSide.Quoted(words.get());
    }
    try {
      return SentPicture.of(sample.positiveImage().orElseThrow(), longest);
    } catch (ImageException e) {
      return first;
    }
  }
}
