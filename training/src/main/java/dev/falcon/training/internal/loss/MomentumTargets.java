package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.Framework.View;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.framework.seam.TokenLosses;
import dev.falcon.training.internal.loss.objective.Contrastive;
import dev.falcon.training.internal.loss.objective.NegativeSampling;
import dev.falcon.training.internal.tensor.Ops;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * ALBEF's targets (Li et al. 2021, section 3.2 and 3.3): contrast with the momentum network's
 * vectors of this batch and of the queue, and distillation of its predictions for contrast and
 * masked tokens. Nothing here carries a gradient.
 *
 * @param view the momentum network's outputs for the batch
 * @param allImages its image vectors of the batch, then the queue's [rows + queue x projection]
 * @param allTexts its text vectors of the batch, then the queue's [rows + queue x projection]
 * @param belief weight of the momentum network's predictions, alpha, in [0, 1]
 * @param owned which pairs share an image; empty where a caption matches its own image alone
 * @param sampling of matching's negatives
 * @param step counted from 0 over the run
 */
record MomentumTargets(
    View view,
    NDArray allImages,
    NDArray allTexts,
    float belief,
    Optional<Owned> owned,
    NegativeSampling sampling,
    long step)
    implements TargetFactory {

  /** Out of a softmax. */
  private static final float OUT = -1e30f;

  /**
   * Which pairs share an image.
   *
   * @param images of the batch's pairs
   * @param targets of contrast [rows x rows + queue], every row of sum 1
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Owned(int[] images, NDArray targets) {
    /** Returns whether all pairs of the batch show one image, so that there is no negative. */
    private boolean alone() {
      return Arrays.stream(images).allMatch(image -> image == images[0]);
    }

    /** Removes the other captions of an image from the candidates for negatives. */
    private void exclude(float[] similarities) {
      for (int row = 0; row < images.length; row++) {
        for (int other = 0; other < images.length; other++) {
          if (images[row] == images[other]) {
            similarities[row * images.length + other] = OUT;
          }
        }
      }
    }
  }

  /** By the similarities of this network's vectors with the momentum network's of the batch. */
  @Override
  public ObjectiveTargets decide(BatchVectors vectors) {
    NDArray forTexts = vectors.images().stopGradient().matMul(view.texts().transpose());
    NDArray forImages = view.images().matMul(vectors.texts().stopGradient().transpose());
    float[] texts = forTexts.toFloatArray();
    float[] images = forImages.toFloatArray();
    if (owned.isPresent()) {
      if (owned.get().alone()) {
        return new Believed(List.of());
      }
      owned.get().exclude(texts);
      owned.get().exclude(images);
    }
    return new Believed(sampling.choose(texts, images, vectors, step).pairs());
  }

  private final class Believed implements ObjectiveTargets {
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
      NDArray right =
          owned
              .map(same -> same.targets().mul(logProbabilities).sum(new int[] {1}).mean())
              .orElseGet(() -> Contrastive.ownProbability(logProbabilities));
      NDArray own = Ops.scale(right, 1 - belief);
      return own.add(Ops.scale(Contrastive.expectation(believed, logProbabilities), belief));
    }

    @Override
    public NDArray words(NDArray logProbabilities, NDArray predicted) {
      NDArray soft = view.words().orElseThrow().exp().mul(logProbabilities).sum(new int[] {1});
      return Ops.scale(TokenLosses.of(logProbabilities, predicted), 1 - belief)
          .add(Ops.scale(soft, -belief));
    }
  }
}
