// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.Heads;
import dev.falcon.onnx.network.block.TensorAlgebra.Projections;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Multi-head attention with query, key, value and output projections. The first three are one layer
 * if the kind of block has a single name for them.
 */
public final class Attention {
  private final BlockKind kind;
  private final String name;
  private final boolean tied;
  private final String query;
  private final String key;
  private final String value;
  private final String output;
  private final int width;
  private final Heads heads;

  /**
   * @param name the prefix of the names of the query, key and value projections
   * @param memoryName the prefix of the names of the key and value projections; differs from {@code
   *     name} if these are shared with another attention
   * @param output the name of the output projection
   */
  public Attention(
      BlockKind kind, String name, String memoryName, String output, int width, int heads) {
    this.kind = kind;
    this.name = name;
    this.tied = !memoryName.equals(name);
    this.query = name + kind.projections().get(0);
    this.key = joined() ? "" : memoryName + kind.projections().get(1);
    this.value = joined() ? "" : memoryName + kind.projections().get(2);
    this.output = output;
    this.width = width;
    this.heads = new Heads(heads, width / heads);
  }

  private boolean joined() {
    return kind.projections().size() == 1;
  }

  public void declare(Declarations declare, int memoryWidth) {
    if (joined()) {
      declare.linear(query, width, 3 * width, kind.biased());
    } else {
      declare.linear(query, width, width, kind.biased());
    }
    if (!joined() && !tied) {
      declare.linear(key, memoryWidth, width, kind.biased());
      declare.linear(value, memoryWidth, width, kind.biased());
    }
    declare.linear(output, width, width, kind.biased());
  }

  /** Returns the keys and values of the attended tokens [rows x others x memoryWidth]. */
  public <T> Projections<T> memory(TensorAlgebra<T> t, T tokens) {
    return t.linears(tokens, key, value);
  }

  /** Applies self-attention within each sequence. */
  <T> T within(TensorAlgebra<T> t, T x, TokenLayout<T> layout, float dropout) {
    List<T> parts = looks(t, x, layout);
    T seen = attend(t, parts.get(0), parts.subList(1, 3), layout.mask(), dropout);
    return t.linear(layout.pack(t, seen), output);
  }

  /** Returns the query, key and value of every token, padded. */
  private <T> List<T> looks(TensorAlgebra<T> t, T x, TokenLayout<T> layout) {
    if (!joined()) {
      return t.linears(x, query, key, value).each(y -> layout.pad(t, y)).parts();
    }
    T all = layout.pad(t, t.linear(x, query));
    TensorAlgebra<T> cut = t.scope(query);
    return IntStream.range(0, 3)
        .mapToObj(part -> cut.slice(all, 2, (long) part * width, (part + 1L) * width))
        .toList();
  }

  /** The queries, keys and values of tokens, each [rows x tokens x width]. */
  public record Looks<T>(T query, T key, T value) {}

  /** Returns the queries, keys and values of padded tokens [rows x tokens x width]. */
  public <T> Looks<T> looks(TensorAlgebra<T> t, T x) {
    List<T> parts = t.linears(x, query, key, value).parts();
    return new Looks<>(parts.get(0), parts.get(1), parts.get(2));
  }

  /**
   * Applies attention from some tokens to others.
   *
   * @param asking the attending tokens
   * @param seen the attended tokens
   * @param mask added to the scores of attention; broadcastable to [rows x heads x tokens x others]
   */
  public <T> T towards(
      TensorAlgebra<T> t, Looks<T> asking, Looks<T> seen, Optional<T> mask, float dropout) {
    List<T> memory = List.of(seen.key(), seen.value());
    return t.linear(attend(t, asking.query(), memory, mask, dropout), output);
  }

  /**
   * Applies attention from every sequence's first token to its own sequence; returns [rows x
   * width].
   */
  <T> T firstWithin(TensorAlgebra<T> t, T x, TokenLayout<T> layout, float dropout) {
    TokenLayout<T> alone = layout.firstsAlone();
    T first = alone.pad(t, t.linear(layout.firsts(t, x), query));
    List<T> parts = t.linears(x, key, value).each(y -> layout.pad(t, y)).parts();
    T seen = attend(t, first, parts, layout.mask(), dropout);
    return t.linear(alone.pack(t, seen), output);
  }

  /** Applies attention from every token to its sequence's row of a memory. */
  public <T> T towards(
      TensorAlgebra<T> t, T x, TokenLayout<T> layout, Memory<T> memory, float dropout) {
    T asking = layout.pad(t, t.linear(x, query));
    T seen = attend(t, asking, memory.projections().parts(), memory.mask(), dropout);
    return t.linear(layout.pack(t, seen), output);
  }

  private <T> T attend(
      TensorAlgebra<T> t, T asking, List<T> memory, Optional<T> mask, float dropout) {
    return t.scope(name).attention(asking, memory.get(0), memory.get(1), heads, mask, dropout);
  }
}
