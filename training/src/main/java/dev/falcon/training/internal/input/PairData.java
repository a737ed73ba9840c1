package dev.falcon.training.internal.input;

import dev.falcon.data.RandomStream;

/**
 * Pairs of an image and a caption, by row. Where an image has several captions, each is a row of
 * its own, as in ALBEF's flat lists. May be shared by threads.
 */
public interface PairData {
  /** The number of pairs. */
  int rows();

  /** The pair's key, unique among the pairs. */
  String key(int row);

  /** The image of a pair, from 0 without gaps; two pairs of the same image give the same number. */
  int image(int row);

  /** The number of images. */
  int images();

  /** The pair's caption as text. */
  String caption(int row);

  /** How pictures become numbers. */
  PixelFormat format();

  /**
   * A pair's image at the network's size.
   *
   * @param augment where random changes are drawn from; null for none, as in an evaluation
   * @return [size x size x 3], not to be changed
   */
  byte[] picture(int row, RandomStream augment);

  /**
   * Writes a pair's image, normalised and not augmented.
   *
   * @param pixels [3 x size x size] from {@code offset} on
   */
  default void pixels(int row, float[] pixels, int offset) {
    format().write(picture(row, null), pixels, offset);
  }

  /** The caption's tokens, the first token included, no padding. */
  int[] tokens(int row);
}
