// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import java.util.List;
import java.util.Optional;

/**
 * The kind of block of a family of transformers. Its parts are named as in Hugging Face's
 * checkpoints, so that weights can be exchanged by name.
 *
 * @param projections the suffixes of the names of the query, key and value projections; a single
 *     suffix if one layer computes all three
 * @param cross the names of cross-attention; empty if the family has none
 * @param activation the activation between the two feed-forward layers
 * @param biased whether the layers and normalisations of a block add a bias
 */
public record BlockKind(
    List<String> projections,
    AttentionNames self,
    Optional<AttentionNames> cross,
    FeedForwardNames feedForward,
    Activation activation,
    boolean biased) {

  /**
   * The names of the parts of an attention.
   *
   * @param projections the prefix of the query, key and value projections
   * @param output the output projection
   * @param norm the normalisation of the sub-block
   */
  public record AttentionNames(String projections, String output, String norm) {}

  /**
   * The names of the two feed-forward layers.
   *
   * @param expansion the first layer
   * @param contraction the second layer
   * @param norm the normalisation of the sub-block
   */
  public record FeedForwardNames(String expansion, String contraction, String norm) {}

  /** The activation between the two feed-forward layers. */
  public enum Activation {
    /** x · Φ(x) with the exact normal distribution. */
    EXACT_GELU {
      @Override
      public <T> T of(TensorAlgebra<T> t, T x) {
        return t.gelu(x);
      }
    },
    /** x · Φ(x) with its approximation by a hyperbolic tangent. */
    TANH_GELU {
      @Override
      public <T> T of(TensorAlgebra<T> t, T x) {
        return t.tanhGelu(x);
      }
    },
    /** max(x, 0). */
    RELU {
      @Override
      public <T> T of(TensorAlgebra<T> t, T x) {
        return t.relu(x);
      }
    };

    public abstract <T> T of(TensorAlgebra<T> t, T x);
  }

  private static final List<String> WHOLE_WORDS = List.of(".query", ".key", ".value");
  private static final List<String> LETTERS = List.of(".q_proj", ".k_proj", ".v_proj");

  /** The block of {@code ViTModel}. */
  public static final BlockKind VIT =
      new BlockKind(
          WHOLE_WORDS,
          new AttentionNames("attention.attention", "attention.output.dense", "layernorm_before"),
          Optional.empty(),
          new FeedForwardNames("intermediate.dense", "output.dense", "layernorm_after"),
          Activation.EXACT_GELU,
          true);

  /** The block of {@code BertModel}; here, normalisation may precede or follow each sub-block. */
  public static final BlockKind BERT =
      new BlockKind(
          WHOLE_WORDS,
          new AttentionNames(
              "attention.self", "attention.output.dense", "attention.output.LayerNorm"),
          Optional.of(
              new AttentionNames(
                  "crossattention.self",
                  "crossattention.output.dense",
                  "crossattention.output.LayerNorm")),
          new FeedForwardNames("intermediate.dense", "output.dense", "output.LayerNorm"),
          Activation.EXACT_GELU,
          true);

  /** The block of {@code SiglipModel}. */
  public static final BlockKind SIGLIP =
      new BlockKind(
          LETTERS,
          new AttentionNames("self_attn", "self_attn.out_proj", "layer_norm1"),
          Optional.empty(),
          new FeedForwardNames("mlp.fc1", "mlp.fc2", "layer_norm2"),
          Activation.TANH_GELU,
          true);

  /** The block of CapPa's caption decoder (Tschannen et al., 2023), named in SigLIP's style. */
  public static final BlockKind DECODER =
      new BlockKind(
          LETTERS,
          new AttentionNames("self_attn", "self_attn.out_proj", "layer_norm1"),
          Optional.of(new AttentionNames("cross_attn", "cross_attn.out_proj", "layer_norm2")),
          new FeedForwardNames("mlp.fc1", "mlp.fc2", "layer_norm3"),
          Activation.TANH_GELU,
          false);

  /** The block of EVA, as in {@code Blip2VisionModel}. */
  public static final BlockKind EVA =
      new BlockKind(
          List.of(".qkv"),
          new AttentionNames("self_attn", "self_attn.projection", "layer_norm1"),
          Optional.empty(),
          new FeedForwardNames("mlp.fc1", "mlp.fc2", "layer_norm2"),
          Activation.EXACT_GELU,
          true);

  /** The block of {@code Blip2QFormerModel}. */
  public static final BlockKind Q_FORMER =
      new BlockKind(
          WHOLE_WORDS,
          new AttentionNames(
              "attention.attention", "attention.output.dense", "attention.output.LayerNorm"),
          Optional.of(
              new AttentionNames(
                  "crossattention.attention",
                  "crossattention.output.dense",
                  "crossattention.output.LayerNorm")),
          new FeedForwardNames("intermediate.dense", "output.dense", "output.LayerNorm"),
          Activation.EXACT_GELU,
          true);

  /** The block of {@code OPTModel}, in the sizes that normalise before each sub-block. */
  public static final BlockKind OPT =
      new BlockKind(
          LETTERS,
          new AttentionNames("self_attn", "self_attn.out_proj", "self_attn_layer_norm"),
          Optional.empty(),
          new FeedForwardNames("fc1", "fc2", "final_layer_norm"),
          Activation.RELU,
          true);
}
