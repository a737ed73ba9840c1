package dev.falcon.training.internal.model;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.config.ModelConfig.EncoderConfig;
import dev.falcon.training.config.ModelConfig.NormPlacement;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Weights;
import java.util.function.UnaryOperator;

/**
 * Self-attention, cross-attention where there is a memory, and a feed-forward pair; each with a
 * residual sum, normalised before (ViT) or after it (BERT).
 */
final class TransformerBlock {
  private final String prefix;
  private final BlockNames names;
  private final EncoderConfig shape;
  private final NormPlacement norm;
  private final Attention self;
  private final Attention cross;

  TransformerBlock(
      String prefix, BlockNames names, EncoderConfig shape, NormPlacement norm, boolean crossing) {
    this.prefix = prefix;
    this.names = names;
    this.shape = shape;
    this.norm = norm;
    this.self = attention(names.selfAttention(), names.selfOutput());
    this.cross = crossing ? attention(names.crossAttention(), names.crossOutput()) : null;
  }

  private Attention attention(String projections, String output) {
    return new Attention(prefix + projections, prefix + output, shape.width(), shape.heads());
  }

  void declare(Declarations declare, int memoryWidth) {
    self.declare(declare, shape.width());
    declare.layerNorm(prefix + names.selfNorm(), shape.width());
    if (cross != null) {
      cross.declare(declare, memoryWidth);
      declare.layerNorm(prefix + names.crossNorm(), shape.width());
    }
    declare.linear(prefix + names.expansion(), shape.width(), shape.feedForward());
    declare.linear(prefix + names.contraction(), shape.feedForward(), shape.width());
    declare.layerNorm(prefix + names.feedForwardNorm(), shape.width());
  }

  /**
   * Keys and values for {@code memory} of {@link #forward}; tokens [rows x others x memoryWidth].
   */
  Attention.Memory memory(Weights weights, NDArray tokens) {
    return cross.memory(weights, tokens);
  }

  /**
   * Runs the block.
   *
   * @param x [tokens x width]
   * @param sequences which the tokens belong to
   * @param memory what cross-attention looks at, a row a sequence; null without
   * @return [tokens x width]
   */
  NDArray forward(
      Weights weights, NDArray x, Sequences sequences, Attention.Memory memory, float dropout) {
    NDArray y =
        residual(
            weights,
            x,
            UnaryOperator.identity(),
            names.selfNorm(),
            dropout,
            z -> self.within(weights, z, sequences, dropout));
    return rest(weights, y, sequences, memory, dropout);
  }

  /**
   * The block's output at the first token of every sequence, and no more work than that takes.
   *
   * @param x all tokens [tokens x width]
   * @return [rows x width]
   */
  NDArray first(
      Weights weights, NDArray x, Sequences sequences, Attention.Memory memory, float dropout) {
    NDArray y =
        residual(
            weights,
            x,
            sequences::firsts,
            names.selfNorm(),
            dropout,
            z -> self.firstWithin(weights, z, sequences, dropout));
    Sequences firsts = Sequences.even(x.getManager(), sequences.rows(), 1);
    return rest(weights, y, firsts, memory, dropout);
  }

  /** What follows self-attention. */
  private NDArray rest(
      Weights weights, NDArray x, Sequences sequences, Attention.Memory memory, float dropout) {
    NDArray y = x;
    if (cross != null) {
      y =
          residual(
              weights,
              y,
              UnaryOperator.identity(),
              names.crossNorm(),
              dropout,
              z -> cross.towards(weights, z, sequences, memory, dropout));
    }
    return residual(
        weights,
        y,
        UnaryOperator.identity(),
        names.feedForwardNorm(),
        dropout,
        z -> feedForward(weights, z));
  }

  /**
   * A sub-block beside the tokens it is added to.
   *
   * @param kept the tokens that it answers for, of all that it looks at
   */
  private NDArray residual(
      Weights weights,
      NDArray x,
      UnaryOperator<NDArray> kept,
      String normName,
      float dropout,
      UnaryOperator<NDArray> inner) {
    String full = prefix + normName;
    return weights.piece(
        () ->
            switch (norm) {
              case PRE -> {
                NDArray normed = weights.layerNorm(x, full, shape.normEpsilon());
                yield kept.apply(x).add(Ops.dropout(inner.apply(normed), dropout));
              }
              case POST -> {
                NDArray sum = kept.apply(x).add(Ops.dropout(inner.apply(x), dropout));
                yield weights.layerNorm(sum, full, shape.normEpsilon());
              }
            });
  }

  private NDArray feedForward(Weights weights, NDArray x) {
    NDArray hidden = Ops.gelu(weights.linear(x, prefix + names.expansion()));
    return weights.linear(hidden, prefix + names.contraction());
  }
}
