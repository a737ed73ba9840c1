// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The operators of networks, with access to the weights of one network. Training executes them; the
 * export records them as nodes of a graph.
 *
 * <p>Default methods express an operator by the others. An engine may override them with faster
 * implementations, which a test compares with the default.
 *
 * @param <T> the type of a tensor: its values, or its place in a graph
 */
public interface TensorAlgebra<T> {
  /** Returns the weight with this name; a matrix is [out x in]. */
  T get(String name);

  /** Returns the algebra for a part of the network, after which a graph names its nodes. */
  default TensorAlgebra<T> scope(String name) {
    return this;
  }

  /**
   * Runs a piece of a pass of which only the result is used afterwards, so that an engine may free
   * all other tensors.
   *
   * @param work computes the result, a tensor that it created
   */
  default T piece(Supplier<T> work) {
    return work.get();
  }

  /**
   * Runs a block of a pass, whose only inputs are tokens and, if there is one, a memory.
   *
   * @param work computes the result from both
   */
  default T block(
      T x, Optional<Projections<T>> memory, BiFunction<T, Optional<Projections<T>>, T> work) {
    return work.apply(x, memory);
  }

  /**
   * Returns {@code x Wᵀ + b}, with {@code name.weight} as W and, if the network has it, {@code
   * name.bias} as b; [... x in] to [... x out].
   */
  T linear(T x, String name);

  /** Returns {@code x Wᵀ + b}; x [... x in], weight [out x in], bias [out]. */
  T linear(T x, T weight, T bias);

  /** Applies several linear layers of one width to one input [... x in]. */
  default Projections<T> linears(T x, String... names) {
    return new LazyProjections<>(
        Arrays.stream(names).<Supplier<T>>map(name -> () -> linear(x, name)).toList());
  }

  /**
   * Normalises the last axis to mean 0 and variance 1, then multiplies by {@code name.weight} and,
   * if the network has it, adds {@code name.bias}, each [width].
   */
  T layerNorm(T x, String name, float epsilon);

  /**
   * Cuts images into patches, each of which becomes a token, by a convolution whose stride equals
   * its kernel size.
   *
   * @param images the images [rows x 3 x height x width]
   * @param name the name of the convolution, whose weight is [out x 3 x side x side]
   * @param side the side of a patch in pixels
   * @param perSide the number of patches along a side of the image
   * @return the tokens, row by row of the image [rows x perSide² x out]
   */
  T patches(T images, String name, int side, int perSide);

  /**
   * Returns a weight [1 x ...] repeated for every row.
   *
   * @param rows any tensor with as many rows as the result
   * @return [rows x ...]
   */
  T repeated(String name, T rows);

  /** Returns a + b; shapes broadcast. */
  T add(T a, T b);

  /** Returns {@code x * factor}. */
  T scale(T x, float factor);

  /** Returns {@code x + summand}. */
  T shift(T x, float summand);

  /** Returns the matrix products [... x rows x inner] · [... x inner x columns]. */
  T matMul(T a, T b);

  /** Returns the mean along an axis, which is removed from the result. */
  T mean(T x, int axis);

  /** Returns exp(x) divided by its sum along the last axis. */
  T softmax(T x);

  /** Returns x · Φ(x), with the exact normal distribution. */
  T gelu(T x);

  /** Returns x · Φ(x), with the normal distribution approximated by a hyperbolic tangent. */
  T tanhGelu(T x);

  /** Returns max(x, 0). */
  T relu(T x);

  /** Returns log(1 + exp(x)). */
  T softplus(T x);

  /**
   * Zeroes each value with the given probability and scales up the others; has an effect only in
   * training.
   */
  default T dropout(T x, float probability) {
    return x;
  }

  /** Returns rows along the first axis; x [rows x ...], int64 indices of any shape. */
  T rows(T x, T indices);

  /** Returns one position along an axis, which is removed from the result. */
  T at(T x, int axis, long index);

  /** Returns the part of an axis from one position (inclusive) to another (exclusive). */
  T slice(T x, int axis, long from, long to);

  /** Returns the first rows of a table, as many as the size of {@code like} along an axis. */
  T firstRows(T table, T like, int axis);

  /** Changes the shape: 0 keeps a dimension, and -1 is inferred. */
  T reshape(T x, long... shape);

  /** Permutes the axes. */
  T transpose(T x, int... permutation);

  /** Concatenates tensors along an axis. */
  T concat(int axis, T first, T second);

  /**
   * Returns the layout of tokens of sequences that all have the same length.
   *
   * @param tokens [rows x length x width]
   */
  TokenLayout<T> evenly(T tokens);

  /**
   * Applies multi-head attention: softmax(query keyᵀ / √(width of a head) + mask) value for every
   * head.
   *
   * @param query the queries [rows x tokens x width]
   * @param key the keys [rows x others x width]
   * @param value the values [rows x others x width]
   * @param mask added to the scores; broadcastable to [rows x heads x tokens x others]
   * @param dropout the probability of dropout of the softmax weights
   * @return [rows x tokens x width]
   */
  default T attention(T query, T key, T value, Heads heads, Optional<T> mask, float dropout) {
    float scale = (float) (1 / Math.sqrt((double) heads.width()));
    T asking = transpose(heads.split(this, scale(query, scale)), 0, 2, 1, 3);
    T scores = matMul(asking, transpose(heads.split(this, key), 0, 2, 3, 1));
    T weights = softmax(mask.isEmpty() ? scores : add(scores, mask.get()));
    T values = transpose(heads.split(this, value), 0, 2, 1, 3);
    T mixed = matMul(dropout(weights, dropout), values);
    return reshape(transpose(mixed, 0, 2, 1, 3), 0, 0, (long) heads.count() * heads.width());
  }

  /**
   * The heads of an attention.
   *
   * @param count the number of heads
   * @param width the width of each head
   */
  record Heads(int count, int width) {
    /**
     * Splits the last axis into heads: [rows x tokens x width] to [rows x tokens x heads x width of
     * a head].
     */
    public <T> T split(TensorAlgebra<T> t, T x) {
      return t.reshape(x, 0, 0, count, width);
    }
  }

  /** The outputs of several linear layers for one input, which are split when they are used. */
  interface Projections<T> {
    /** Applies an operation to each output. */
    Projections<T> each(UnaryOperator<T> work);

    /** Returns the layers' outputs, in order. */
    List<T> parts();
  }

  /**
   * The layout of the tokens of a batch of sequences in a tensor. Training packs the tokens without
   * padding; a graph pads them.
   *
   * @param <T> a tensor
   */
  interface TokenLayout<T> {
    /**
     * Returns, for every token, the row of a table [positions x width] at its position in its
     * sequence.
     */
    T positions(TensorAlgebra<T> t, T table);

    /** Returns the tokens as sequences padded to one length [rows x longest x width]. */
    T pad(TensorAlgebra<T> t, T tokens);

    /** Reverses {@link #pad}. */
    T pack(TensorAlgebra<T> t, T padded);

    /**
     * Returns the additive mask that hides padding from attention; empty for none [rows x 1 x 1 x
     * longest].
     */
    Optional<T> mask();

    /** Returns the first token of every sequence [rows x width]. */
    T firsts(TensorAlgebra<T> t, T tokens);

    /** Returns the layout of the result of {@link #firsts}: sequences of one token each. */
    TokenLayout<T> firstsAlone();
  }

  /** Linear layers that are computed one by one, when they are first used. */
  final class LazyProjections<T> implements Projections<T> {
    private final List<Supplier<T>> layers;
    private List<T> parts = List.of();

    private LazyProjections(List<Supplier<T>> layers) {
      this.layers = layers;
    }

    @Override
    public Projections<T> each(UnaryOperator<T> work) {
      return new LazyProjections<>(
          layers.stream().<Supplier<T>>map(layer -> () -> work.apply(layer.get())).toList());
    }

    @Override
    public List<T> parts() {
      if (parts.isEmpty()) {
        parts = layers.stream().map(Supplier::get).toList();
      }
      return parts;
    }
  }
}
