package dev.falcon.training.internal.framework;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Weights;

/** Judges pairs of an image and a caption, without dropout. */
public interface Matcher {
  /**
   * The logits of "match". An image that neighbouring pairs share is worked out once.
   *
   * @param imageStates of {@link Framework#images}
   * @param captions all captions that there are
   * @param captionStates of {@link Framework#captions}, of all captions
   * @param imageOf the image of every pair, a row of the states
   * @param captionOf the caption of every pair, as many
   */
  float[] logits(
      Weights weights,
      NDArray imageStates,
      Sequences captions,
      NDArray captionStates,
      int[] imageOf,
      int[] captionOf);

  /** The probabilities of a match, in [0, 1]; as {@link #logits} else. */
  float[] probabilities(
      Weights weights,
      NDArray imageStates,
      Sequences captions,
      NDArray captionStates,
      int[] imageOf,
      int[] captionOf);

  /**
   * What the candidates of a retrieval are ordered anew by.
   *
   * @param logit of "match"
   * @param similarity that they were ordered by before
   */
  float score(float logit, float similarity);
}
