package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.tensor.Ops;

/**
 * ALBEF's targets (Li et al. 2021, section 3.2 and 3.3): contrast is taken against the momentum
 * network's vectors of this batch and of the pairs in the queue, and both contrast and hidden words
 * pull, beside what was there, towards what the momentum network believes. Nothing here carries a
 * gradient.
 *
 * @param view what the momentum network makes of the batch
 * @param allImages its image vectors of the batch, then the queue's [rows + queue x projection]
 * @param allTexts its text vectors of the batch, then the queue's [rows + queue x projection]
 * @param belief the weight of what the momentum network believes, alpha, in [0, 1]
 * @param choice of matching's negatives
 */
record MomentumTargets(
    Objective.View view, NDArray allImages, NDArray allTexts, float belief, Negatives.Choice choice)
    implements Targets {

  @Override
  public NDArray contrast(NDArray images, NDArray texts, NDArray temperature) {
    NDArray held = temperature.stopGradient();
    NDArray imageToText =
        mixed(
            Contrastive.logProbabilities(images, allTexts, temperature),
            Contrastive.logProbabilities(view.images(), allTexts, held));
    NDArray textToImage =
        mixed(
            Contrastive.logProbabilities(texts, allImages, temperature),
            Contrastive.logProbabilities(view.texts(), allImages, held));
    return Ops.scale(imageToText.add(textToImage), -0.5f);
  }

  private NDArray mixed(NDArray logProbabilities, NDArray believed) {
    NDArray own = Ops.scale(Contrastive.ownProbability(logProbabilities), 1 - belief);
    return own.add(Ops.scale(Contrastive.expectation(believed, logProbabilities), belief));
  }

  /** By the similarities of this network's vectors with the momentum network's of the batch. */
  @Override
  public Negatives negatives(NDArray images, NDArray texts) {
    NDArray forTexts = images.stopGradient().matMul(view.texts().transpose());
    NDArray forImages = view.images().matMul(texts.stopGradient().transpose());
    return choice.of(forTexts.toFloatArray(), forImages.toFloatArray());
  }

  @Override
  public NDArray words(NDArray logProbabilities, NDArray hidden) {
    NDArray soft = view.words().exp().mul(logProbabilities).sum(new int[] {1});
    return Ops.scale(MaskedTokens.losses(logProbabilities, hidden), 1 - belief)
        .add(Ops.scale(soft, -belief));
  }
}
