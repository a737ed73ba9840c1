package dev.falcon.onnx.export;

/** What Hugging Face calls the parts of a transformer block. */
record BlockNames(
    String selfAttention,
    String selfOutput,
    String selfNorm,
    String crossAttention,
    String crossOutput,
    String crossNorm,
    String feedForwardNorm) {

  /** {@code ViTModel}'s, without cross-attention. */
  static final BlockNames VIT =
      new BlockNames(
          "attention.attention",
          "attention.output.dense",
          "layernorm_before",
          "",
          "",
          "",
          "layernorm_after");

  /** {@code BertModel}'s. */
  static final BlockNames BERT =
      new BlockNames(
          "attention.self",
          "attention.output.dense",
          "attention.output.LayerNorm",
          "crossattention.self",
          "crossattention.output.dense",
          "crossattention.output.LayerNorm",
          "output.LayerNorm");
}
