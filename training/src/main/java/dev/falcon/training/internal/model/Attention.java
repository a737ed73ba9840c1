package dev.falcon.training.internal.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Weights;

/** Multi-head attention with query, key, value and output projections. */
final class Attention {
  private final String query;
  private final String key;
  private final String value;
  private final String output;
  private final int width;
  private final int heads;

  /**
   * @param projections the prefix of {@code query}, {@code key} and {@code value}
   * @param output the name of the output projection
   */
  Attention(String projections, String output, int width, int heads) {
    this.query = projections + ".query";
    this.key = projections + ".key";
    this.value = projections + ".value";
    this.output = output;
    this.width = width;
    this.heads = heads;
  }

  void declare(Declarations declare, int memoryWidth) {
    declare.linear(query, width, width);
    declare.linear(key, memoryWidth, width);
    declare.linear(value, memoryWidth, width);
    declare.linear(output, width, width);
  }

  /**
   * Keys and values of what is looked at.
   *
   * @param both keys beside values [rows x others x 2 width]
   */
  record Memory(NDArray both) {
    /** Rows of it, in any order and as often as wanted. */
    Memory rows(NDArray indices) {
      return new Memory(Ops.rows(both, indices));
    }
  }

  /** Keys and values of tokens [rows x others x memoryWidth]. */
  Memory memory(Weights weights, NDArray tokens) {
    return new Memory(weights.linears(tokens, key, value));
  }

  /**
   * Every token looks at all tokens of its own sequence.
   *
   * @param x [tokens x width]
   * @param dropout of the attention weights
   * @return [tokens x width]
   */
  NDArray within(Weights weights, NDArray x, Sequences sequences, float dropout) {
    NDList parts = Ops.split(sequences.pad(weights.linears(x, query, key, value)), width);
    NDArray seen = attend(parts.get(0), parts.get(1), parts.get(2), sequences.mask(), dropout);
    return weights.linear(sequences.pack(seen), output);
  }

  /**
   * The first token of every sequence looks at all tokens of its own sequence.
   *
   * @param x all tokens [tokens x width]
   * @return [rows x width]
   */
  NDArray firstWithin(Weights weights, NDArray x, Sequences sequences, float dropout) {
    NDArray first = weights.linear(sequences.firsts(x), query).expandDims(1);
    NDList parts = Ops.split(sequences.pad(weights.linears(x, key, value)), width);
    NDArray seen = attend(first, parts.get(0), parts.get(1), sequences.mask(), dropout);
    return weights.linear(seen.squeeze(1), output);
  }

  /**
   * Every token looks at all of its sequence's row of a memory.
   *
   * @param x [tokens x width]
   * @return [tokens x width]
   */
  NDArray towards(Weights weights, NDArray x, Sequences sequences, Memory memory, float dropout) {
    NDArray asking = sequences.pad(weights.linear(x, query));
    NDList parts = Ops.split(memory.both(), width);
    NDArray seen = attend(asking, parts.get(0), parts.get(1), null, dropout);
    return weights.linear(sequences.pack(seen), output);
  }

  /**
   * softmax(query keyᵀ / √(width/heads) + mask) value for every head.
   *
   * @param asking [rows x tokens x width]
   * @param keys [rows x others x width]
   * @param values [rows x others x width]
   * @param mask added to the scores [rows x 1 x 1 x others], or null
   * @return [rows x tokens x width]
   */
  private NDArray attend(
      NDArray asking, NDArray keys, NDArray values, NDArray mask, float dropout) {
    NDArray seen = Ops.attention(split(asking), split(keys), split(values), mask, dropout);
    return seen.transpose(0, 2, 1, 3).reshape(asking.getShape());
  }

  /** [rows x tokens x width] to [rows x heads x tokens x width/heads]. */
  private NDArray split(NDArray x) {
    Shape shape = x.getShape();
    return x.reshape(new Shape(shape.get(0), shape.get(1), heads, width / heads))
        .transpose(0, 2, 1, 3);
  }
}
