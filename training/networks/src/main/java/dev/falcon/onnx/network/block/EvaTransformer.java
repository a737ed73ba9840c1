// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * BLIP-2's image encoder, of EVA-CLIP's kind: patches, a class token, learned positions and
 * pre-norm blocks, with weights named as in Hugging Face's {@code Blip2VisionModel}. The final
 * normalisation is separate, since BLIP-2 trains it but not the encoder.
 */
public final class EvaTransformer {
  /** The prefix of the names of all its weights, including those of the final normalisation. */
  public static final String PREFIX = "vision_model.";

  private static final String EMBEDDINGS = PREFIX + "embeddings";
  private static final String CLASS_TOKEN = EMBEDDINGS + ".class_embedding";

  /** The name of the learned positions, of which the first is the class token's. */
  public static final String POSITIONS = EMBEDDINGS + ".position_embedding";

  private static final String PATCHES = EMBEDDINGS + ".patch_embedding";

  /** The name of the normalisation of the encoder's tokens. */
  public static final String LAST_NORM = PREFIX + "post_layernorm";

  /**
   * The epsilon of the final normalisation: LAVIS' {@code ln_vision} uses PyTorch's default, unlike
   * those in the encoder.
   */
  private static final float LAST_EPSILON = 1e-5f;

  private final Blip2Shape shape;
  private final List<TransformerBlock> blocks = new ArrayList<>();

  /** Creates the image encoder of a network. */
  public EvaTransformer(Blip2Shape shape) {
    this.shape = shape;
    for (int i = 0; i < shape.image().layers(); i++) {
      String prefix = PREFIX + "encoder.layers." + i + ".";
      blocks.add(
          new TransformerBlock(prefix, BlockKind.EVA, shape.image(), NormPlacement.PRE, false));
    }
  }

  /** Declares the encoder's weights. */
  public void declare(Declarations declare) {
    int width = shape.image().width();
    Declarations.First normal = Declarations.First.normal(Declarations.DEVIATION);
    declare.weight(CLASS_TOKEN, normal, 1, 1, width);
    declare.weight(POSITIONS, normal, 1, shape.imageTokens(), width);
    declare.patches(PATCHES, shape.patchSize(), width);
    blocks.forEach(block -> block.declare(declare, 0));
  }

  /** Declares the weights of the final normalisation. */
  public void declareNorm(Declarations declare) {
    declare.layerNorm(LAST_NORM, shape.image().width());
  }

  /**
   * Encodes images.
   *
   * @param images the images, normalised [rows x 3 x side x side]
   * @return the tokens, not normalised [rows x (1 + patches) x width]
   */
  public <T> T forward(TensorAlgebra<T> t, T images) {
    TensorAlgebra<T> embeddings = t.scope(EMBEDDINGS);
    T patches = embeddings.patches(images, PATCHES, shape.patchSize(), shape.side());
    T first = embeddings.repeated(CLASS_TOKEN, images);
    T tokens = embeddings.add(embeddings.concat(1, first, patches), t.get(POSITIONS));
    TokenLayout<T> layout = t.evenly(tokens);
    T x = layout.pack(t, tokens);
    for (TransformerBlock block : blocks) {
      x = block.forward(t, x, layout, Optional.empty(), 0);
    }
    return layout.pad(t, x);
  }

  /** Normalises the encoder's tokens for the Q-Former. */
  public <T> T normalised(TensorAlgebra<T> t, T tokens) {
    return t.layerNorm(tokens, LAST_NORM, LAST_EPSILON);
  }
}
