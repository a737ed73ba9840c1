// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.RandomStream;

/** Pictures by row, for a network of one size. Instances are thread-safe. */
public interface Pictures {
  /** Returns the number of rows; rows may share a picture. */
  int rows();

  /** Returns the conversion of pictures to the network's input. */
  PixelFormat format();

  /**
   * Returns a row's picture at the network's size.
   *
   * @param augment the source of random augmentation; null for none, as in an evaluation
   * @return the picture, which must not be modified [size x size x 3]
   */
  byte[] picture(int row, RandomStream augment);

  /**
   * Writes a row's picture, normalised and not augmented.
   *
   * @param pixels receives the picture [3 x size x size] from {@code offset} on
   */
  default void pixels(int row, float[] pixels, int offset) {
    format().write(picture(row, null), pixels, offset);
  }
}
