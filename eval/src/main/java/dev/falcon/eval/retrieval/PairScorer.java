package dev.falcon.eval.retrieval;

/** Judges pairs of images and captions, as an image-text matching head does. */
@FunctionalInterface
public interface PairScorer {
  /**
   * How well pairs match; only the order counts, so logits do.
   *
   * @param images the pairs' images // [pairs]
   * @param captions the pairs' captions // [pairs]
   * @return larger for a better match // [pairs]
   */
  float[] score(int[] images, int[] captions);
}
