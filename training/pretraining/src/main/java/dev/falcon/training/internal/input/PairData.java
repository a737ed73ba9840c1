// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

/**
 * Pairs of an image and a caption, by row. If an image has several captions, each is a separate
 * row, as in ALBEF's flat lists. Instances are thread-safe.
 */
public interface PairData extends Pictures {
  /** Returns the number of pairs. */
  @Override
  int rows();

  /** Returns the pair's key, unique among the pairs. */
  String key(int row);

  /**
   * Returns the number of a pair's image, from 0 without gaps; pairs of the same image have the
   * same number.
   */
  int image(int row);

  /** Returns the number of images. */
  int images();

  /** Returns the pair's caption as text. */
  String caption(int row);

  /** Returns the caption's tokens, including the first token, without padding. */
  int[] tokens(int row);
}
