// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.Attention.Looks;
import dev.falcon.onnx.network.block.BlockKind.AttentionNames;
import dev.falcon.onnx.network.block.TensorAlgebra.Projections;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A block of the Q-Former. Queries and words share its self-attention. Only queries have
 * cross-attention to the image, in the blocks that have it. Queries and words have separate
 * feed-forward layers. All sub-blocks are post-norm.
 *
 * <p>Inputs and outputs are padded [rows x tokens x width].
 */
final class QFormerBlock {
  private static final BlockKind KIND = BlockKind.Q_FORMER;

  /** The infix of the names of the queries' feed-forward layers. */
  private static final String OF_QUERIES = "_query";

  private final String prefix;
  private final EncoderShape shape;
  private final Attention self;
  private final Optional<Attention> cross;

  QFormerBlock(String prefix, EncoderShape shape, boolean crossing) {
    this.prefix = prefix;
    this.shape = shape;
    this.self = attention(KIND.self());
    this.cross = crossing ? Optional.of(attention(KIND.cross().orElseThrow())) : Optional.empty();
  }

  private Attention attention(AttentionNames names) {
    String name = prefix + names.projections();
    return new Attention(KIND, name, name, prefix + names.output(), shape.width(), shape.heads());
  }

  boolean crosses() {
    return cross.isPresent();
  }

  /**
   * Declares the block's weights.
   *
   * @param words whether words also use the block
   */
  void declare(Declarations declare, int memoryWidth, boolean words) {
    int width = shape.width();
    self.declare(declare, width);
    declare.layerNorm(prefix + KIND.self().norm(), width);
    if (crosses()) {
      cross.get().declare(declare, memoryWidth);
      declare.layerNorm(prefix + KIND.cross().orElseThrow().norm(), width);
    }
    for (String kind : words ? List.of("", OF_QUERIES) : List.of(OF_QUERIES)) {
      declare.linear(of(kind, KIND.feedForward().expansion()), width, shape.feedForward());
      declare.linear(of(kind, KIND.feedForward().contraction()), shape.feedForward(), width);
      declare.layerNorm(of(kind, KIND.feedForward().norm()), width);
    }
  }

  /**
   * Returns a part's name: {@code intermediate.dense} is {@code intermediate_query.dense} for
   * queries.
   */
  private String of(String kind, String part) {
    return prefix + part.replaceFirst("\\.", kind + ".");
  }

  /**
   * Returns the memory to which the queries attend, from image tokens [rows x others x
   * memoryWidth]. May be called only on a block with cross-attention.
   */
  <T> Memory<T> memory(TensorAlgebra<T> t, T image) {
    return Memory.whole(cross.orElseThrow().memory(t, image));
  }

  /** Returns the queries, keys and values of tokens, which may be Q-Former queries or words. */
  <T> Looks<T> looks(TensorAlgebra<T> t, T tokens) {
    return self.looks(t, tokens);
  }

  /**
   * Runs the block for queries.
   *
   * @param seen the tokens to which self-attention attends
   * @param memory the memory of the image; empty without cross-attention
   */
  <T> T queries(
      TensorAlgebra<T> t,
      T x,
      Looks<T> asking,
      Looks<T> seen,
      Optional<T> mask,
      Optional<Memory<T>> memory,
      float dropout) {
    T looked = attended(t, x, asking, seen, mask, dropout);
    return t.block(
        looked,
        memory.map(Memory::projections),
        (tokens, image) -> {
          T crossed = image.isEmpty() ? tokens : crossed(t, tokens, image.get(), dropout);
          return feedForward(t, crossed, OF_QUERIES, dropout);
        });
  }

  private <T> T crossed(TensorAlgebra<T> t, T x, Projections<T> image, float dropout) {
    return residual(
        t,
        x,
        prefix + KIND.cross().orElseThrow().norm(),
        dropout,
        () ->
            cross
                .orElseThrow()
                .towards(
                    t, x, new PaddedTokens<>(x, Optional.empty()), Memory.whole(image), dropout));
  }

  /**
   * Runs the block for words.
   *
   * @param seen the tokens to which self-attention attends
   */
  <T> T words(
      TensorAlgebra<T> t, T x, Looks<T> asking, Looks<T> seen, Optional<T> mask, float dropout) {
    return t.block(
        attended(t, x, asking, seen, mask, dropout),
        Optional.empty(),
        (tokens, none) -> feedForward(t, tokens, "", dropout));
  }

  private <T> T attended(
      TensorAlgebra<T> t, T x, Looks<T> asking, Looks<T> seen, Optional<T> mask, float dropout) {
    return residual(
        t,
        x,
        prefix + KIND.self().norm(),
        dropout,
        () -> self.towards(t, asking, seen, mask, dropout));
  }

  private <T> T feedForward(TensorAlgebra<T> t, T x, String kind, float dropout) {
    String expansion = of(kind, KIND.feedForward().expansion());
    return residual(
        t,
        x,
        of(kind, KIND.feedForward().norm()),
        dropout,
        () -> {
          T hidden = KIND.activation().of(t.scope(expansion), t.linear(x, expansion));
          return t.linear(hidden, of(kind, KIND.feedForward().contraction()));
        });
  }

  private <T> T residual(TensorAlgebra<T> t, T x, String norm, float dropout, Supplier<T> inner) {
    TensorAlgebra<T> sum = t.scope(norm + ".residual");
    return t.piece(
        () -> t.layerNorm(sum.add(x, t.dropout(inner.get(), dropout)), norm, shape.normEpsilon()));
  }
}
