// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network;

import dev.falcon.onnx.network.block.BlockKind;
import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.block.TensorAlgebra.Heads;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.block.TransformerBlock;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.onnx.network.shape.SiglipShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * SigLIP's two towers (Zhai et al., 2023; Tschannen et al., 2025), with weights named as in Hugging
 * Face's {@code SiglipModel}. Images have no class token; one learned query pools their tokens.
 * Captions have no mask: tokens attend to padding, and the last token represents the caption.
 */
public final class SiglipNetwork {
  /** The name of the logarithm of the scale of cosines, one value. */
  public static final String SCALE = "logit_scale";

  /** The name of the bias of the sigmoid loss, which is added to scaled cosines, one value. */
  public static final String BIAS = "logit_bias";

  /** The name of the text tower's embedding table. */
  public static final String WORDS = "text_model.embeddings.token_embedding.weight";

  /** The prefix of the names of the image tower's weights. */
  public static final String VISION = "vision_model.";

  private static final String TEXT = "text_model.";

  /** The name of the image tower's learned positions. */
  public static final String IMAGE_POSITIONS = VISION + "embeddings.position_embedding.weight";

  private static final String PATCHES = VISION + "embeddings.patch_embedding";
  private static final String LAST_IMAGE_NORM = VISION + "post_layernorm";
  private static final String POOL = VISION + "head";
  private static final String PROBE = POOL + ".probe";
  private static final String POOL_ATTENTION = POOL + ".attention";
  private static final String POOL_NORM = POOL + ".layernorm";
  private static final String TEXT_POSITIONS = TEXT + "embeddings.position_embedding.weight";
  private static final String LAST_TEXT_NORM = TEXT + "final_layer_norm";
  private static final String TEXT_HEAD = TEXT + "head";

  private final SiglipShape shape;
  private final List<TransformerBlock> imageBlocks;
  private final List<TransformerBlock> textBlocks;

  /** Creates a network of these sizes. */
  public SiglipNetwork(SiglipShape shape) {
    this.shape = shape;
    this.imageBlocks = blocks(VISION, shape.image());
    this.textBlocks = blocks(TEXT, shape.text());
  }

  private static List<TransformerBlock> blocks(String tower, EncoderShape shape) {
    List<TransformerBlock> blocks = new ArrayList<>();
    for (int i = 0; i < shape.layers(); i++) {
      String prefix = tower + "encoder.layers." + i + ".";
      blocks.add(new TransformerBlock(prefix, BlockKind.SIGLIP, shape, NormPlacement.PRE, false));
    }
    return blocks;
  }

  /** Declares the weights of both towers. */
  public void declare(Declarations declare) {
    declareImage(declare);
    int width = shape.text().width();
    declare.weight(
        WORDS, new Declarations.First(Declarations.First.Kind.WORDS, 0), shape.vocabulary(), width);
    declare.weight(TEXT_POSITIONS, positions(width), shape.maxTokens(), width);
    textBlocks.forEach(block -> block.declare(declare, 0));
    declare.layerNorm(LAST_TEXT_NORM, width);
    declare.linear(TEXT_HEAD, width, shape.projection());
  }

  /** Declares the image tower's weights. */
  public void declareImage(Declarations declare) {
    int width = shape.image().width();
    declare.patches(PATCHES, shape.patchSize(), width);
    declare.weight(IMAGE_POSITIONS, positions(width), shape.patches(), width);
    imageBlocks.forEach(block -> block.declare(declare, 0));
    declare.layerNorm(LAST_IMAGE_NORM, width);
    declare.weight(PROBE, positions(width), 1, 1, width);
    Declarations.First.Kind linear = Declarations.First.Kind.LINEAR;
    declare.weight(
        POOL_ATTENTION + ".in_proj_weight",
        new Declarations.First(linear, width),
        3L * width,
        width);
    declare.weight(POOL_ATTENTION + ".in_proj_bias", Declarations.First.constant(0), 3L * width);
    declare.linear(POOL_ATTENTION + ".out_proj", width, width);
    declare.layerNorm(POOL_NORM, width);
    declare.linear(POOL + ".mlp.fc1", width, shape.image().feedForward());
    declare.linear(POOL + ".mlp.fc2", shape.image().feedForward(), width);
  }

  private static Declarations.First positions(int width) {
    return Declarations.First.normal(1 / Math.sqrt(width));
  }

  /**
   * Encodes images.
   *
   * @param images the images, normalised [rows x 3 x side x side]
   * @return the tokens after the last normalisation [rows x patches x width]
   */
  public <T> T imageTokens(TensorAlgebra<T> t, T images) {
    TensorAlgebra<T> embeddings = t.scope(VISION + "embeddings");
    T patches = embeddings.patches(images, PATCHES, shape.patchSize(), shape.side());
    T tokens = embeddings.add(patches, t.get(IMAGE_POSITIONS));
    return tower(t, tokens, imageBlocks, LAST_IMAGE_NORM, shape.image());
  }

  private static <T> T tower(
      TensorAlgebra<T> t,
      T tokens,
      List<TransformerBlock> blocks,
      String lastNorm,
      EncoderShape shape) {
    TokenLayout<T> layout = t.evenly(tokens);
    T x = layout.pack(t, tokens);
    for (TransformerBlock block : blocks) {
      x = block.forward(t, x, layout, Optional.empty(), 0);
    }
    return layout.pad(t, t.layerNorm(x, lastNorm, shape.normEpsilon()));
  }

  /**
   * Pools an image's tokens by the attention of one learned query (the MAP head).
   *
   * @param tokens the image tokens [rows x patches x width]
   * @return the vectors, not of unit length [rows x width]
   */
  public <T> T imageVectors(TensorAlgebra<T> t, T tokens) {
    int width = shape.image().width();
    TensorAlgebra<T> scope = t.scope(POOL_ATTENTION);
    T matrices = t.get(POOL_ATTENTION + ".in_proj_weight");
    T biases = t.get(POOL_ATTENTION + ".in_proj_bias");
    T probe = scope.repeated(PROBE, tokens);
    List<T> parts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      long from = (long) i * width;
      T matrix = scope.slice(matrices, 0, from, from + width);
      T bias = scope.slice(biases, 0, from, from + width);
      parts.add(scope.linear(i == 0 ? probe : tokens, matrix, bias));
    }
    int count = shape.image().heads();
    Heads heads = new Heads(count, width / count);
    T seen = scope.attention(parts.get(0), parts.get(1), parts.get(2), heads, Optional.empty(), 0);
    T pooled = t.linear(scope.at(seen, 1, 0), POOL_ATTENTION + ".out_proj");
    T normed = t.layerNorm(pooled, POOL_NORM, shape.image().normEpsilon());
    String expansion = POOL + ".mlp.fc1";
    T hidden = t.scope(expansion).tanhGelu(t.linear(normed, expansion));
    return t.scope(POOL).add(pooled, t.linear(hidden, POOL + ".mlp.fc2"));
  }

  /**
   * Encodes captions.
   *
   * @param ids token ids, int64, padded to full length [rows x tokens]
   * @return the tokens after the last normalisation [rows x tokens x width]
   */
  public <T> T textTokens(TensorAlgebra<T> t, T ids) {
    TensorAlgebra<T> embeddings = t.scope(TEXT + "embeddings");
    T words = embeddings.rows(t.get(WORDS), ids);
    T tokens = embeddings.add(words, t.get(TEXT_POSITIONS));
    return tower(t, tokens, textBlocks, LAST_TEXT_NORM, shape.text());
  }

  /**
   * Returns the last token's projection, not of unit length; [rows x tokens x width] to [rows x p].
   */
  public <T> T textVectors(TensorAlgebra<T> t, T tokens) {
    return t.linear(t.at(tokens, 1, shape.maxTokens() - 1L), TEXT_HEAD);
  }
}
