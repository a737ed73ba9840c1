package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;

/**
 * GRIT-VLP's targets: nothing is looked at beside the batch.
 *
 * @param consistency the weight of the contrastive loss's consistency term
 * @param choice of matching's negatives
 */
public record InBatch(float consistency, Negatives.Choice choice) implements Targets {
  @Override
  public NDArray contrast(NDArray images, NDArray texts, NDArray temperature) {
    return Contrastive.loss(images, texts, temperature, consistency);
  }

  @Override
  public Negatives negatives(NDArray images, NDArray texts) {
    float[] similarities =
        images.stopGradient().matMul(texts.stopGradient().transpose()).toFloatArray();
    return choice.of(similarities, similarities);
  }

  @Override
  public NDArray words(NDArray logProbabilities, NDArray hidden) {
    return MaskedTokens.losses(logProbabilities, hidden);
  }
}
