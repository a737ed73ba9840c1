package dev.falcon.training.internal.model;

import ai.djl.ndarray.NDArray;
import dev.falcon.onnx.network.VisionTransformer;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Weights;

/** The image encoder with two heads for labels: one for every patch, one for the whole image. */
public final class LabelledVision {
  private static final String PATCH_HEAD = "patch_head";
  private static final String IMAGE_HEAD = "image_head";

  private final VisionTransformer encoder;
  private final ParameterLayout layout = new ParameterLayout();

  /**
   * @param patchLogits outputs a patch
   * @param imageLogits outputs an image
   */
  public LabelledVision(ModelConfig config, int patchLogits, int imageLogits) {
    this.encoder = new VisionTransformer(config.shape(1));
    FirstValues declare = new FirstValues(layout, config.initialisation());
    encoder.declare(declare);
    declare.head(PATCH_HEAD, config.vision().width(), patchLogits);
    declare.head(IMAGE_HEAD, config.vision().width(), imageLogits);
  }

  /** The encoder's parameters under their usual names, and the heads'. */
  public ParameterLayout layout() {
    return layout;
  }

  /**
   * Both heads' outputs.
   *
   * @param patches logits [rows x patches x patchLogits]
   * @param image logits [rows x imageLogits]
   */
  public record Logits(NDArray patches, NDArray image) {}

  /** Looks at images [rows x 3 x size x size]. */
  public Logits forward(Weights weights, NDArray images) {
    NDArray tokens = encoder.forward(weights, images);
    return new Logits(
        weights.linear(tokens.get(":,1:"), PATCH_HEAD),
        weights.linear(tokens.get(":,0"), IMAGE_HEAD));
  }
}
