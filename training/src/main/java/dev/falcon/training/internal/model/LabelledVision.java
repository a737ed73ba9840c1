package dev.falcon.training.internal.model;

import ai.djl.ndarray.NDArray;
import dev.falcon.onnx.network.SiglipNetwork;
import dev.falcon.onnx.network.transformer.EvaTransformer;
import dev.falcon.onnx.network.transformer.VisionTransformer;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Weights;
import java.util.function.BiFunction;

/**
 * A framework's image encoder with two heads for labels: one for every patch, one for the whole
 * image.
 */
public final class LabelledVision {
  private static final String PATCH_HEAD = "patch_head";
  private static final String IMAGE_HEAD = "image_head";

  private final BiFunction<Weights, NDArray, Logits> forward;
  private final ParameterLayout layout = new ParameterLayout();
  private final boolean labelsPatches;

  /**
   * @param patchLogits outputs a patch; 0 for no head for patches
   * @param imageLogits outputs an image
   */
  public LabelledVision(ModelConfig config, int patchLogits, int imageLogits) {
    FirstValues declare = new FirstValues(layout, config.initialisation());
    switch (config.framework()) {
      case ALBEF -> {
        VisionTransformer encoder = new VisionTransformer(config.shape(1));
        encoder.declare(declare);
        forward =
            (weights, images) -> {
              NDArray tokens = encoder.forward(weights, images);
              return logits(weights, tokens.get(":,1:"), tokens.get(":,0"));
            };
      }
      case SIGLIP2 -> {
        SiglipNetwork network = new SiglipNetwork(config.siglipShape(1));
        network.declareImage(declare);
        forward =
            (weights, images) -> {
              NDArray tokens = network.imageTokens(weights, images);
              return logits(weights, tokens, network.imageVectors(weights, tokens));
            };
      }
      case BLIP2 -> {
        EvaTransformer encoder = new EvaTransformer(config.blip2Shape(1));
        encoder.declare(declare);
        encoder.declareNorm(declare);
        forward =
            (weights, images) -> {
              NDArray tokens = encoder.normalised(weights, encoder.forward(weights, images));
              return logits(weights, tokens.get(":,1:"), tokens.get(":,0"));
            };
      }
      default -> throw new IllegalStateException("a switch over all frameworks");
    }
    labelsPatches = patchLogits > 0;
    if (labelsPatches) {
      declare.head(PATCH_HEAD, config.vision().width(), patchLogits);
    }
    declare.head(IMAGE_HEAD, config.vision().width(), imageLogits);
  }

  /** The encoder's parameters under their usual names, and the heads'. */
  public ParameterLayout layout() {
    return layout;
  }

  /**
   * Both heads' outputs.
   *
   * @param patches logits [rows x patches x patchLogits]; null where there is no head for them
   * @param image logits [rows x imageLogits]
   */
  public record Logits(NDArray patches, NDArray image) {}

  /** Looks at images [rows x 3 x size x size]. */
  public Logits forward(Weights weights, NDArray images) {
    return forward.apply(weights, images);
  }

  private Logits logits(Weights weights, NDArray patches, NDArray image) {
    return new Logits(
        labelsPatches ? weights.linear(patches, PATCH_HEAD) : null,
        weights.linear(image, IMAGE_HEAD));
  }
}
