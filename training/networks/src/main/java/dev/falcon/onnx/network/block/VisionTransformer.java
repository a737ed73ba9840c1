// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * ViT, an image encoder: patches, a class token, learned positions, pre-norm blocks and a final
 * normalisation.
 */
public final class VisionTransformer {
  /** The prefix of the names of all its weights. */
  public static final String PREFIX = "vision_model.";

  private static final String EMBEDDINGS = PREFIX + "embeddings";
  private static final String CLASS_TOKEN = EMBEDDINGS + ".cls_token";
  private static final String POSITIONS = EMBEDDINGS + ".position_embeddings";
  private static final String PATCHES = EMBEDDINGS + ".patch_embeddings.projection";
  private static final String LAST_NORM = PREFIX + "layernorm";

  private final NetworkShape shape;
  private final List<TransformerBlock> blocks = new ArrayList<>();

  /** Creates the image encoder of a network. */
  public VisionTransformer(NetworkShape shape) {
    this.shape = shape;
    for (int i = 0; i < shape.image().layers(); i++) {
      String prefix = PREFIX + "encoder.layer." + i + ".";
      blocks.add(
          new TransformerBlock(prefix, BlockKind.VIT, shape.image(), NormPlacement.PRE, false));
    }
  }

  /** Declares the encoder's weights. */
  public void declare(Declarations declare) {
    int width = shape.image().width();
    declare.weight(CLASS_TOKEN, Declarations.First.normal(Declarations.DEVIATION), 1, 1, width);
    declare.weight(
        POSITIONS,
        Declarations.First.normal(Declarations.DEVIATION),
        1,
        shape.patches() + 1,
        width);
    declare.patches(PATCHES, shape.patchSize(), width);
    for (TransformerBlock block : blocks) {
      block.declare(declare, 0);
    }
    declare.layerNorm(LAST_NORM, width);
  }

  /**
   * Encodes images.
   *
   * @param images the images, normalised [rows x 3 x side x side]
   * @return the tokens, of which the first represents the whole image [rows x (1 + patches) x
   *     width]
   */
  public <T> T forward(TensorAlgebra<T> t, T images) {
    TensorAlgebra<T> embeddings = t.scope(EMBEDDINGS);
    T patches =
        embeddings.patches(
            images, PATCHES, shape.patchSize(), shape.imageSize() / shape.patchSize());
    T first = embeddings.repeated(CLASS_TOKEN, images);
    T positions = t.get(POSITIONS);
    T tokens = embeddings.add(embeddings.concat(1, first, patches), positions);
    TokenLayout<T> layout = t.evenly(tokens);
    T x = layout.pack(t, tokens);
    for (TransformerBlock block : blocks) {
      x = block.forward(t, x, layout, Optional.empty(), 0);
    }
    return layout.pad(t, t.layerNorm(x, LAST_NORM, shape.image().normEpsilon()));
  }
}
