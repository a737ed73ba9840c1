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
   * Runs the block.
   *
   * @param x [rows x tokens x width]
   * @param mask added to the self-attention's scores [rows x 1 x 1 x tokens], or null
   * @param memory what cross-attention looks at [rows x others x memoryWidth]; null without
   */
  NDArray forward(Weights weights, NDArray x, NDArray mask, NDArray memory, float dropout) {
    NDArray y =
        residual(
            weights, x, names.selfNorm(), dropout, z -> self.forward(weights, z, z, mask, dropout));
    if (cross != null) {
      y =
          residual(
              weights,
              y,
              names.crossNorm(),
              dropout,
              z -> cross.forward(weights, z, memory, null, dropout));
    }
    return residual(weights, y, names.feedForwardNorm(), dropout, z -> feedForward(weights, z));
  }

  private NDArray residual(
      Weights weights, NDArray x, String normName, float dropout, UnaryOperator<NDArray> inner) {
    String full = prefix + normName;
    return switch (norm) {
      case PRE -> {
        NDArray normed = weights.layerNorm(x, full, shape.normEpsilon());
        yield x.add(Ops.dropout(inner.apply(normed), dropout));
      }
      case POST -> {
        NDArray sum = x.add(Ops.dropout(inner.apply(x), dropout));
        yield weights.layerNorm(sum, full, shape.normEpsilon());
      }
    };
  }

  private NDArray feedForward(Weights weights, NDArray x) {
    NDArray hidden = Ops.gelu(weights.linear(x, prefix + names.expansion()));
    return weights.linear(hidden, prefix + names.contraction());
  }
}
