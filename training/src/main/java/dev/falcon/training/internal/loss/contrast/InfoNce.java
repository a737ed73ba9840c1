package dev.falcon.training.internal.loss.contrast;

import ai.djl.ndarray.NDArray;

/** InfoNCE: cross-entropy towards the own pairs, in both directions (van den Oord et al. 2018). */
public record InfoNce() implements Contrast {
  @Override
  public NDArray loss(Similarities batch) {
    return Rows.mean(own(batch.imageLogits()), own(batch.textLogits()));
  }

  @Override
  public NDArray push(Similarities batch) {
    return Rows.push(batch.imageLogits());
  }

  private static NDArray own(NDArray logits) {
    return Rows.own(logits.logSoftmax(-1)).mean().neg();
  }
}
