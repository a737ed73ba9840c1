// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import java.util.BitSet;

/** The pairs of a caption and an image that match, beyond the own pairs of a dataset. */
@FunctionalInterface
public interface Relevance {
  /** Returns whether the caption is true of the image. */
  boolean matches(int image, int caption);

  /**
   * Returns the same relevance as a table, in which each pair is decided once and takes one bit.
   */
  static Relevance table(Relevance relevance, int images, int captions) {
    BitSet bits = new BitSet(Math.multiplyExact(images, captions));
    for (int image = 0; image < images; image++) {
      for (int caption = 0; caption < captions; caption++) {
        bits.set(image * captions + caption, relevance.matches(image, caption));
      }
    }
    return (image, caption) -> bits.get(image * captions + caption);
  }
}
