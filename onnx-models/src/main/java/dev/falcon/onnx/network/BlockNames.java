package dev.falcon.onnx.network;

/**
 * What Hugging Face calls the parts of a transformer block, so that its checkpoints load by name
 * and ours load there.
 */
record BlockNames(
    String selfAttention,
    String selfOutput,
    String selfNorm,
    String crossAttention,
    String crossOutput,
    String crossNorm,
    String expansion,
    String contraction,
    String feedForwardNorm) {

  /** {@code ViTModel}'s; it has no cross-attention. */
  static final BlockNames VIT =
      new BlockNames(
          "attention.attention",
          "attention.output.dense",
          "layernorm_before",
          null,
          null,
          null,
          "intermediate.dense",
          "output.dense",
          "layernorm_after");

  /** {@code BertModel}'s, whose norms here stand before or after their sub-block. */
  static final BlockNames BERT =
      new BlockNames(
          "attention.self",
          "attention.output.dense",
          "attention.output.LayerNorm",
          "crossattention.self",
          "crossattention.output.dense",
          "crossattention.output.LayerNorm",
          "intermediate.dense",
          "output.dense",
          "output.LayerNorm");
}
