// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Matches images and captions, without dropout. */
public interface Matcher {
  /**
   * Returns the logits of "match". An image shared by neighbouring pairs is computed once.
   *
   * @param imageStates the states from {@link Framework#images}
   * @param captions the layout of all captions
   * @param captionStates the states of all captions, from {@link Framework#captions}
   * @param imageOf the image of every pair, a row of the states
   * @param captionOf the caption of every pair; as many as {@code imageOf}
   */
  default float[] logits(
      Weights weights,
      NDArray imageStates,
      Sequences captions,
      NDArray captionStates,
      int[] imageOf,
      int[] captionOf) {
    return judged(
        weights, imageStates, captions, captionStates, imageOf, captionOf, logits -> logits);
  }

  /** Returns the probabilities of a match, in [0, 1]; the parameters are as for {@link #logits}. */
  default float[] probabilities(
      Weights weights,
      NDArray imageStates,
      Sequences captions,
      NDArray captionStates,
      int[] imageOf,
      int[] captionOf) {
    return judged(
        weights,
        imageStates,
        captions,
        captionStates,
        imageOf,
        captionOf,
        logits -> logits.softmax(-1));
  }

  private float[] judged(
      Weights weights,
      NDArray imageStates,
      Sequences captions,
      NDArray captionStates,
      int[] imageOf,
      int[] captionOf,
      UnaryOperator<NDArray> reading) {
    int[] place = new int[imageOf.length];
    int[] chosen = imageOf.clone();
    int images = 1;
    for (int i = 1; i < imageOf.length; i++) {
      if (imageOf[i] != imageOf[i - 1]) {
        chosen[images++] = imageOf[i];
      }
      place[i] = images - 1;
    }
    int[] neighbours = Arrays.copyOf(chosen, images);
    return TensorScope.within(
        imageStates.getManager(),
        manager -> {
          Sequences.Choice choice = captions.choose(manager, captionOf);
          NDArray logits =
              judge(
                  weights,
                  Ops.rows(imageStates, Torch.indices(manager, neighbours)),
                  Torch.indices(manager, place),
                  Ops.rows(captionStates, choice.tokens()),
                  choice.sequences());
          return reading.apply(logits).get(":,1").toFloatArray();
        });
  }

  /**
   * Matches each caption with its image.
   *
   * @param images the states of the images, each once
   * @param places the index of each caption's image in {@code images} [pairs]
   * @param tokens the states of the captions' tokens, caption by caption without padding
   * @return the logits of (no match, match) [pairs x 2]
   */
  NDArray judge(
      Weights weights, NDArray images, NDArray places, NDArray tokens, Sequences captions);

  /**
   * Returns the score by which retrieval candidates are re-ranked.
   *
   * @param logit the logit of "match"
   * @param similarity the similarity by which candidates were first ranked
   */
  float score(float logit, float similarity);
}
