// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.blip2;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import dev.falcon.onnx.network.Blip2Network;
import dev.falcon.onnx.network.block.ImageMemory;
import dev.falcon.training.internal.framework.seam.Matcher;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Optional;

/** Matching by the Q-Former, averaged over the queries. */
record Blip2Matcher(Blip2Network network, int queries) implements Matcher {
  @Override
  public NDArray judge(
      Weights weights, NDArray images, NDArray places, NDArray tokens, Sequences captions) {
    ImageMemory<NDArray> memory = network.qFormer().memory(weights, images).rows(places);
    return logits(weights, tokens, captions, memory, 0);
  }

  /**
   * Returns the logits of (no match, match) [rows x 2].
   *
   * @param words the word embeddings, caption by caption without padding [tokens x width]
   * @param images the memory of the images, one row per caption
   */
  NDArray logits(
      Weights weights,
      NDArray words,
      Sequences captions,
      ImageMemory<NDArray> images,
      float dropout) {
    NDArray padded = captions.pad(weights, words);
    // Queries precede the tokens and are never padding.
    Optional<NDArray> mask =
        captions.mask().map(hidden -> hidden.getManager().zeros(shown(hidden)).concat(hidden, 3));
    return network.matchLogits(weights, padded, images, mask, dropout);
  }

  private Shape shown(NDArray hidden) {
    return new Shape(hidden.getShape().get(0), 1, 1, queries);
  }

  @Override
  public float score(float logit, float similarity) {
    return logit + similarity;
  }
}
