package dev.falcon.training.internal.input;

import dev.falcon.data.RandomStream;

/** Pictures by row, for a network of one size. Instances are thread-safe. */
public interface Pictures {
  /** The number of rows; rows may share a picture. */
  int rows();

  /** The conversion to numbers. */
  PixelFormat format();

  /**
   * A row's picture at the network's size.
   *
   * @param augment source of random augmentation; null for none, as in an evaluation
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
