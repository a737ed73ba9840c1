package dev.falcon.onnx.network.block;

import java.util.List;
import java.util.Optional;

/**
 * The block of a family of transformers, with Hugging Face's names of its parts, so that
 * checkpoints are exchangeable by name.
 *
 * @param projections of query, key and value, below the attention's name; one name where one layer
 *     gives all three
 * @param cross empty where the family has no cross-attention
 * @param activation of the feed-forward pair
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
   * The names of an attention's parts.
   *
   * @param projections above those of query, key and value
   * @param output its output projection
   * @param norm the normalisation beside it
   */
  public record AttentionNames(String projections, String output, String norm) {}

  /**
   * The names of the feed-forward pair.
   *
   * @param expansion its first layer
   * @param contraction its second layer
   * @param norm the normalisation beside it
   */
  public record FeedForwardNames(String expansion, String contraction, String norm) {}

  /** The activation between the feed-forward pair's layers. */
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

  /** {@code ViTModel}'s. */
  public static final BlockKind VIT =
      new BlockKind(
          WHOLE_WORDS,
          new AttentionNames("attention.attention", "attention.output.dense", "layernorm_before"),
          Optional.empty(),
          new FeedForwardNames("intermediate.dense", "output.dense", "layernorm_after"),
          Activation.EXACT_GELU,
          true);

  /** {@code BertModel}'s, whose norms here stand before or after their sub-block. */
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

  /** {@code SiglipModel}'s. */
  public static final BlockKind SIGLIP =
      new BlockKind(
          LETTERS,
          new AttentionNames("self_attn", "self_attn.out_proj", "layer_norm1"),
          Optional.empty(),
          new FeedForwardNames("mlp.fc1", "mlp.fc2", "layer_norm2"),
          Activation.TANH_GELU,
          true);

  /** The caption decoder's of CapPa (Tschannen et al., 2023), in SigLIP's manner of naming. */
  public static final BlockKind DECODER =
      new BlockKind(
          LETTERS,
          new AttentionNames("self_attn", "self_attn.out_proj", "layer_norm1"),
          Optional.of(new AttentionNames("cross_attn", "cross_attn.out_proj", "layer_norm2")),
          new FeedForwardNames("mlp.fc1", "mlp.fc2", "layer_norm3"),
          Activation.TANH_GELU,
          false);

  /** EVA's as {@code Blip2VisionModel} has it. */
  public static final BlockKind EVA =
      new BlockKind(
          List.of(".qkv"),
          new AttentionNames("self_attn", "self_attn.projection", "layer_norm1"),
          Optional.empty(),
          new FeedForwardNames("mlp.fc1", "mlp.fc2", "layer_norm2"),
          Activation.EXACT_GELU,
          true);

  /** {@code Blip2QFormerModel}'s. */
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

  /** {@code OPTModel}'s, of those sizes whose norms stand before their sub-block. */
  public static final BlockKind OPT =
      new BlockKind(
          LETTERS,
          new AttentionNames("self_attn", "self_attn.out_proj", "self_attn_layer_norm"),
          Optional.empty(),
          new FeedForwardNames("fc1", "fc2", "final_layer_norm"),
          Activation.RELU,
          true);
}
