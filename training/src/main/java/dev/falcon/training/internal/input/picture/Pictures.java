package dev.falcon.training.internal.input.picture;

import dev.falcon.data.RandomStream;

/** Pictures by row, for a network of one size. May be shared by threads. */
public interface Pictures {
  /** The number of rows; rows may show the same picture. */
  int rows();

  /** How pictures become numbers. */
  PixelFormat format();

  /**
   * A row's picture at the network's size.
   *
   * @param augment where random changes are drawn from; null for none, as in an evaluation
   * @return [size x size x 3], not to be changed
   */
  byte[] picture(int row, RandomStream augment);

  /**
   * Writes a row's picture, normalised and not augmented.
   *
   * @param pixels [3 x size x size] from {@code offset} on
   */
  default void pixels(int row, float[] pixels, int offset) {
    format().write(picture(row, null), pixels, offset);
  }
}
