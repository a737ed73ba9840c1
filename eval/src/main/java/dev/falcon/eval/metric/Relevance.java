package dev.falcon.eval.metric;

import java.util.BitSet;

/** Which captions are true of which images, beyond the pairs that a dataset was written with. */
@FunctionalInterface
public interface Relevance {
  /** Returns whether the caption is true of the image. */
  boolean matches(int image, int caption);

  /** The same, each pair decided once and kept in a bit. */
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
