// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.BlockKind.AttentionNames;
import dev.falcon.onnx.network.block.TensorAlgebra.Projections;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A transformer block: self-attention, cross-attention if there is a memory, and two feed-forward
 * layers, each with a residual sum and a normalisation before (ViT) or after it (BERT).
 */
public final class TransformerBlock {
  private final String prefix;
  private final BlockKind kind;
  private final EncoderShape shape;
  private final NormPlacement norm;
  private final Attention self;
  private final Optional<Attention> cross;

  public TransformerBlock(
      String prefix, BlockKind kind, EncoderShape shape, NormPlacement norm, boolean crossing) {
    this(prefix, kind, shape, norm, crossing ? Optional.of(prefix) : Optional.empty());
  }

  /**
   * @param memory the prefix of the block whose key and value projections cross-attention uses:
   *     this block, or an earlier one that shares them; empty without cross-attention
   */
  public TransformerBlock(
      String prefix,
      BlockKind kind,
      EncoderShape shape,
      NormPlacement norm,
      Optional<String> memory) {
    this.prefix = prefix;
    this.kind = kind;
    this.shape = shape;
    this.norm = norm;
    this.self = attention(kind.self(), prefix);
    this.cross = memory.map(owner -> attention(kind.cross().orElseThrow(), owner));
  }

  private Attention attention(AttentionNames names, String memoryOwner) {
    return new Attention(
        kind,
        prefix + names.projections(),
        memoryOwner + names.projections(),
        prefix + names.output(),
        shape.width(),
        shape.heads());
  }

  public void declare(Declarations declare, int memoryWidth) {
    self.declare(declare, shape.width());
    declare.layerNorm(prefix + kind.self().norm(), shape.width(), kind.biased());
    if (cross.isPresent()) {
      cross.get().declare(declare, memoryWidth);
      declare.layerNorm(prefix + kind.cross().orElseThrow().norm(), shape.width(), kind.biased());
    }
    declare.linear(
        prefix + kind.feedForward().expansion(), shape.width(), shape.feedForward(), kind.biased());
    declare.linear(
        prefix + kind.feedForward().contraction(),
        shape.feedForward(),
        shape.width(),
        kind.biased());
    declare.layerNorm(prefix + kind.feedForward().norm(), shape.width(), kind.biased());
  }

  /**
   * Returns the memory for cross-attention in {@link #forward}, from tokens [rows x others x
   * memoryWidth]. May be called only on a block with cross-attention.
   */
  public <T> Memory<T> memory(TensorAlgebra<T> t, T tokens) {
    return Memory.whole(cross.orElseThrow().memory(t, tokens));
  }

  /**
   * Runs the block.
   *
   * @param x the tokens in the layout
   * @param memory the memory of cross-attention, one row per sequence; empty for none
   * @return the output tokens in the layout
   */
  public <T> T forward(
      TensorAlgebra<T> t, T x, TokenLayout<T> layout, Optional<Memory<T>> memory, float dropout) {
    return t.block(
        x,
        memory.map(Memory::projections),
        (tokens, seen) -> {
          T y =
              residual(
                  t,
                  tokens,
                  UnaryOperator.identity(),
                  kind.self().norm(),
                  dropout,
                  z -> self.within(t, z, layout, dropout));
          return rest(t, y, layout, again(memory, seen), dropout);
        });
  }

  /**
   * Returns the block's output at the first token of every sequence only, which saves the work for
   * the other tokens.
   *
   * @return [rows x width]
   */
  public <T> T first(
      TensorAlgebra<T> t, T x, TokenLayout<T> layout, Optional<Memory<T>> memory, float dropout) {
    return t.block(
        x,
        memory.map(Memory::projections),
        (tokens, seen) -> {
          T y =
              residual(
                  t,
                  tokens,
                  z -> layout.firsts(t, z),
                  kind.self().norm(),
                  dropout,
                  z -> self.firstWithin(t, z, layout, dropout));
          return rest(t, y, layout.firstsAlone(), again(memory, seen), dropout);
        });
  }

  /** Returns a copy of a memory with other projections. */
  private static <T> Optional<Memory<T>> again(
      Optional<Memory<T>> memory, Optional<Projections<T>> seen) {
    return seen.map(given -> new Memory<>(given, memory.orElseThrow().mask()));
  }

  /** Runs the part of the block after self-attention. */
  private <T> T rest(
      TensorAlgebra<T> t, T x, TokenLayout<T> layout, Optional<Memory<T>> memory, float dropout) {
    T y =
        memory.isEmpty()
            ? x
            : residual(
                t,
                x,
                UnaryOperator.identity(),
                kind.cross().orElseThrow().norm(),
                dropout,
                z -> cross.orElseThrow().towards(t, z, layout, memory.get(), dropout));
    return residual(
        t, y, UnaryOperator.identity(), kind.feedForward().norm(), dropout, z -> feedForward(t, z));
  }

  /**
   * Runs a sub-block and adds its output to the tokens.
   *
   * @param kept selects the tokens that are computed among those that are attended to
   */
  private <T> T residual(
      TensorAlgebra<T> t,
      T x,
      UnaryOperator<T> kept,
      String normName,
      float dropout,
      UnaryOperator<T> inner) {
    String name = prefix + normName;
    TensorAlgebra<T> sum = t.scope(name + ".residual");
    return t.piece(
        () ->
            switch (norm) {
              case PRE -> {
                T normed = t.layerNorm(x, name, shape.normEpsilon());
                yield sum.add(kept.apply(x), t.dropout(inner.apply(normed), dropout));
              }
              case POST -> {
                T both = sum.add(kept.apply(x), t.dropout(inner.apply(x), dropout));
                yield t.layerNorm(both, name, shape.normEpsilon());
              }
            });
  }

  private <T> T feedForward(TensorAlgebra<T> t, T x) {
    String expansion = prefix + kind.feedForward().expansion();
    T hidden = kind.activation().of(t.scope(expansion), t.linear(x, expansion));
    return t.linear(hidden, prefix + kind.feedForward().contraction());
  }
}
