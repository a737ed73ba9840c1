package dev.falcon.training.internal.evaluation;

/** Judges pairs by the fusion encoder. */
@FunctionalInterface
interface PairScorer {
  /**
   * The logits of "match".
   *
   * @param images image numbers
   * @param captions pair rows, as many
   */
  float[] score(int[] images, int[] captions);
}
