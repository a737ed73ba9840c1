// SPDX-License-Identifier: Apache-2.0
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
 * vectors of the batch and of the queue, and distillation of its predictions for contrast and
 * masked tokens. Nothing here carries a gradient.
 *
 * @param view the momentum network's outputs for the batch
 * @param allImages the momentum network's image vectors: those of the batch, then those of the
 *     queue [(rows + queue) x projection]
 * @param allTexts the momentum network's text vectors: those of the batch, then those of the queue
 *     [(rows + queue) x projection]
 * @param belief alpha, the weight of the momentum network's predictions, in [0, 1]
 * @param owned which pairs share an image; empty if a caption matches only its own image
 * @param sampling the sampling of matching's negatives
 * @param step the number of the step in the run, counted from 0
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

  /** The value that removes an entry from a softmax. */
  private static final float OUT = -1e30f;

  /**
   * Which pairs share an image.
   *
   * @param images the images of the batch's pairs
   * @param targets the targets of contrast, each row of which sums to 1 [rows x (rows + queue)]
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Owned(int[] images, NDArray targets) {
    /** Returns whether all pairs of the batch have the same image, so that there is no negative. */
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

  /**
   * {@inheritDoc} They depend on the similarities of the trained network's vectors with those of
   * the momentum network.
   */
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
