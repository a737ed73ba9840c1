package dev.falcon.onnx.network;

import dev.falcon.onnx.network.TensorAlgebra.Heads;
import dev.falcon.onnx.network.TensorAlgebra.Projections;
import java.util.List;
import java.util.Optional;

/** Multi-head attention with query, key, value and output projections. */
final class Attention {
  private final BlockKind kind;
  private final String name;
  private final String query;
  private final String key;
  private final String value;
  private final String output;
  private final int width;
  private final Heads heads;

  /**
   * @param name what the names of the projections of query, key and value begin with
   * @param output the name of the output projection
   */
  Attention(BlockKind kind, String name, String output, int width, int heads) {
    this.kind = kind;
    this.name = name;
    this.query = name + kind.projections().get(0);
    this.key = name + kind.projections().get(1);
    this.value = name + kind.projections().get(2);
    this.output = output;
    this.width = width;
    this.heads = new Heads(heads, width / heads);
  }

  void declare(Declarations declare, int memoryWidth) {
    declare.linear(query, width, width, kind.biased());
    declare.linear(key, memoryWidth, width, kind.biased());
    declare.linear(value, memoryWidth, width, kind.biased());
    declare.linear(output, width, width, kind.biased());
  }

  /** Keys and values of what is looked at; tokens [rows x others x memoryWidth]. */
  <T> Projections<T> memory(TensorAlgebra<T> t, T tokens) {
    return t.linears(tokens, key, value);
  }

  /** Every token looks at all tokens of its own sequence. */
  <T> T within(TensorAlgebra<T> t, T x, TokenLayout<T> layout, float dropout) {
    List<T> parts = t.linears(x, query, key, value).each(y -> layout.pad(t, y)).parts();
    T seen = attend(t, parts.get(0), parts.subList(1, 3), layout.mask(), dropout);
    return t.linear(layout.pack(t, seen), output);
  }

  /** The first token of every sequence looks at all tokens of its own sequence [rows x width]. */
  <T> T firstWithin(TensorAlgebra<T> t, T x, TokenLayout<T> layout, float dropout) {
    TokenLayout<T> alone = layout.firstsAlone();
    T first = alone.pad(t, t.linear(layout.firsts(t, x), query));
    List<T> parts = t.linears(x, key, value).each(y -> layout.pad(t, y)).parts();
    T seen = attend(t, first, parts, layout.mask(), dropout);
    return t.linear(alone.pack(t, seen), output);
  }

  /** Every token looks at all of its sequence's row of a memory. */
  <T> T towards(
      TensorAlgebra<T> t, T x, TokenLayout<T> layout, Projections<T> memory, float dropout) {
    T asking = layout.pad(t, t.linear(x, query));
    T seen = attend(t, asking, memory.parts(), Optional.empty(), dropout);
    return t.linear(layout.pack(t, seen), output);
  }

  private <T> T attend(
      TensorAlgebra<T> t, T asking, List<T> memory, Optional<T> mask, float dropout) {
    return t.scope(name).attention(asking, memory.get(0), memory.get(1), heads, mask, dropout);
  }
}
