package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.BatchVectors;
import dev.falcon.training.internal.framework.Decision;
import dev.falcon.training.internal.framework.LabelledPair;
import dev.falcon.training.internal.framework.Targets;
import dev.falcon.training.internal.framework.TokenLosses;
import dev.falcon.training.internal.framework.View;
import dev.falcon.training.internal.tensor.Ops;
import java.util.List;

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
 * @param sampling of matching's negatives
 * @param step counted from 0 over the run
 */
record MomentumTargets(
    View view,
    NDArray allImages,
    NDArray allTexts,
    float belief,
    NegativeSampling sampling,
    long step)
    implements Targets {

  /** By the similarities of this network's vectors with the momentum network's of the batch. */
  @Override
  public Decision decide(BatchVectors vectors) {
    NDArray forTexts = vectors.images().stopGradient().matMul(view.texts().transpose());
    NDArray forImages = view.images().matMul(vectors.texts().stopGradient().transpose());
    return new Believed(
        sampling.choose(forTexts.toFloatArray(), forImages.toFloatArray(), vectors, step).pairs());
  }

  private final class Believed implements Decision {
    private final List<LabelledPair> pairs;

    Believed(List<LabelledPair> pairs) {
      this.pairs = pairs;
    }

    @Override
    public List<LabelledPair> pairs() {
      return pairs;
    }

    @Override
    public NDArray contrast(BatchVectors vectors) {
      NDArray temperature = vectors.temperature();
      NDArray held = temperature.stopGradient();
      NDArray imageToText =
          mixed(
              BatchVectors.logProbabilities(vectors.images(), allTexts, temperature),
              BatchVectors.logProbabilities(view.images(), allTexts, held));
      NDArray textToImage =
          mixed(
              BatchVectors.logProbabilities(vectors.texts(), allImages, temperature),
              BatchVectors.logProbabilities(view.texts(), allImages, held));
      return Ops.scale(imageToText.add(textToImage), -0.5f);
    }

    private NDArray mixed(NDArray logProbabilities, NDArray believed) {
      NDArray own = Ops.scale(Contrastive.ownProbability(logProbabilities), 1 - belief);
      return own.add(Ops.scale(Contrastive.expectation(believed, logProbabilities), belief));
    }

    @Override
    public NDArray words(NDArray logProbabilities, NDArray told) {
      NDArray soft = view.words().exp().mul(logProbabilities).sum(new int[] {1});
      return Ops.scale(TokenLosses.of(logProbabilities, told), 1 - belief)
          .add(Ops.scale(soft, -belief));
    }
  }
}
