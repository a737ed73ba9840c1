// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

/** Scores pairs of images and captions, as an image-text matching head does. */
@FunctionalInterface
public interface PairScorer {
  /**
   * Returns scores of how well pairs match. Only their order is used, so logits suffice.
   *
   * @param images the pairs' images // [pairs]
   * @param captions the pairs' captions // [pairs]
   * @return the scores, larger for a better match // [pairs]
   */
  float[] score(int[] images, int[] captions);
}
