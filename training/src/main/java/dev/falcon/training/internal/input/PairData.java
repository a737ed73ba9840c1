package dev.falcon.training.internal.input;

import dev.falcon.data.RandomStream;

/**
 * Pairs of an image and a caption, by row. Where an image has several captions, each is a row of
 * its own, as in ALBEF's flat lists.
 */
public interface PairData {
  /** The number of pairs. */
  int rows();

  /** The pair's key, unique among the pairs. */
  String key(int row);

  /** The image of a pair; two pairs of the same image give the same number. */
  int image(int row);

  /** The pair's caption as text. */
  String caption(int row);

  /**
   * Writes a pair's image, normalised.
   *
   * @param augment where random changes are drawn from; null leaves the image as it is
   * @param pixels [3 x size x size] from {@code offset} on
   */
  void pixels(int row, RandomStream augment, float[] pixels, int offset);

  /** The caption's tokens, the first token included, no padding. */
  int[] tokens(int row);
}
