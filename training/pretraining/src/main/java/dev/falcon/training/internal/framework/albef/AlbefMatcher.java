// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.albef;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.seam.Matcher;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Weights;

/** Matching by the fusion encoder at a caption's first token. */
record AlbefMatcher(Albef network) implements Matcher {
  @Override
  public NDArray judge(
      Weights weights, NDArray images, NDArray places, NDArray tokens, Sequences captions) {
    NDArray firsts =
        network
            .fusion()
            .first(
                weights,
                tokens,
                captions,
                network.fusion().memory(weights, images).rows(places),
                0);
    return network.matchLogits(weights, firsts);
  }

  @Override
  public float score(float logit, float similarity) {
    return logit;
  }
}
