package dev.falcon.training.internal.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.NormPlacement;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Weights;
import java.util.ArrayList;
import java.util.List;

/** ViT: patches, a class token, learned positions, pre-norm blocks, a last normalisation. */
public final class VisionEncoder {
  /** What all its parameters' names begin with. */
  public static final String PREFIX = "vision_model.";

  private static final String CLASS_TOKEN = PREFIX + "embeddings.cls_token";
  private static final String POSITIONS = PREFIX + "embeddings.position_embeddings";
  private static final String PATCHES = PREFIX + "embeddings.patch_embeddings.projection";
  private static final String LAST_NORM = PREFIX + "layernorm";

  private final ModelConfig config;
  private final List<TransformerBlock> blocks = new ArrayList<>();

  VisionEncoder(ModelConfig config) {
    this.config = config;
    for (int i = 0; i < config.vision().layers(); i++) {
      blocks.add(
          new TransformerBlock(
              PREFIX + "encoder.layer." + i + ".",
              BlockNames.VIT,
              config.vision(),
              NormPlacement.PRE,
              false));
    }
  }

  void declare(Declarations declare) {
    int width = config.vision().width();
    int patch = config.patchSize();
    declare.normal(CLASS_TOKEN, 1, 1, width);
    declare.normal(POSITIONS, 1, config.patches() + 1, width);
    declare.linear(PATCHES, 3 * patch * patch, width, 3, patch, patch);
    for (TransformerBlock block : blocks) {
      block.declare(declare, 0);
    }
    declare.layerNorm(LAST_NORM, width);
  }

  /**
   * Encodes images.
   *
   * @param images [rows x 3 x size x size], normalised
   * @return tokens [rows x (1 + patches) x width]; the first stands for the whole image
   */
  public NDArray forward(Weights weights, NDArray images) {
    long rows = images.getShape().get(0);
    int side = config.imageSize() / config.patchSize();
    int patch = config.patchSize();
    int width = config.vision().width();
    // A convolution whose stride is its kernel is one matrix product over cut-out patches.
    NDArray patches =
        images
            .reshape(new Shape(rows, 3, side, patch, side, patch))
            .transpose(0, 2, 4, 1, 3, 5)
            .reshape(new Shape(rows, (long) side * side, 3L * patch * patch));
    NDArray kernel = weights.get(PATCHES + ".weight").reshape(new Shape(width, -1));
    NDArray embedded = Ops.linear(patches, kernel, weights.get(PATCHES + ".bias"));
    NDArray first = weights.get(CLASS_TOKEN).broadcast(new Shape(rows, 1, width));
    NDArray x = first.concat(embedded, 1).add(weights.get(POSITIONS));
    Shape tokens = x.getShape();
    Sequences sequences = Sequences.even(images.getManager(), (int) rows, config.patches() + 1);
    x = x.reshape(-1, width);
    for (TransformerBlock block : blocks) {
      x = block.forward(weights, x, sequences, null, 0);
    }
    return weights.layerNorm(x, LAST_NORM, config.vision().normEpsilon()).reshape(tokens);
  }
}
