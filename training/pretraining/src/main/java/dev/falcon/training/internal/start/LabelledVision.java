// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.start;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.internal.framework.seam.ImageTower;
import dev.falcon.training.internal.model.Initializers;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Optional;

/**
 * A framework's image encoder with two heads for labels: one for every patch and one for the whole
 * image.
 */
final class LabelledVision {
  private static final String PATCH_HEAD = "patch_head";
  private static final String IMAGE_HEAD = "image_head";

  private final ImageTower tower;
  private final ParameterLayout layout = new ParameterLayout();
  private final boolean labelsPatches;

  /**
   * @param patchLogits the number of outputs per patch; 0 for no head for patches
   * @param imageLogits the number of outputs per image
   */
  public LabelledVision(ImageTower tower, ModelConfig config, int patchLogits, int imageLogits) {
    this.tower = tower;
    Initializers declare = new Initializers(layout, config.initialisation());
    tower.declare(declare);
    labelsPatches = patchLogits > 0;
    if (labelsPatches) {
      declare.head(PATCH_HEAD, config.vision().width(), patchLogits);
    }
    declare.head(IMAGE_HEAD, config.vision().width(), imageLogits);
  }

  /** Returns the parameters of the encoder, under their usual names, and of the heads. */
  public ParameterLayout layout() {
    return layout;
  }

  /**
   * The outputs of both heads.
   *
   * @param patches the logits of patches [rows x patches x patchLogits]; empty without a head for
   *     patches
   * @param image the logits of images [rows x imageLogits]
   */
  public record Logits(Optional<NDArray> patches, NDArray image) {}

  /** Encodes images [rows x 3 x size x size]. */
  public Logits forward(Weights weights, NDArray images) {
    ImageTower.Seen seen = tower.see(weights, images);
    return new Logits(
        labelsPatches ? Optional.of(weights.linear(seen.patches(), PATCH_HEAD)) : Optional.empty(),
        weights.linear(seen.whole(), IMAGE_HEAD));
  }
}
