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
 * <p>Default methods are the plain form in terms of the others. An engine may override them with
 * faster ones, which a test compares with the plain form.
 *
 * @param <T> a tensor: values, or their place in a graph
 */
public interface TensorAlgebra<T> {
  /** The weight of the name; a matrix is [out x in]. */
  T get(String name);

  /** The algebra of a part of the network, after which a graph names its nodes. */
  default TensorAlgebra<T> scope(String name) {
    return this;
  }

  /**
   * A piece of a pass of which only the result is used afterwards.
   *
   * @param work returns a tensor that it created
   */
  default T piece(Supplier<T> work) {
    return work.get();
  }

  /**
   * A block of a pass, whose only inputs are tokens and, where there is one, a memory.
   *
   * @param work returns a tensor computed from both
   */
  default T block(
      T x, Optional<Projections<T>> memory, BiFunction<T, Optional<Projections<T>>, T> work) {
    return work.apply(x, memory);
  }

  /**
   * {@code x Wᵀ + b}, with {@code name.weight} and, where the network has it, {@code name.bias};
   * [... x in] to [... x out].
   */
  T linear(T x, String name);

  /** {@code x Wᵀ + b}; x [... x in], weight [out x in], bias [out]. */
  T linear(T x, T weight, T bias);

  /** Several linear layers with one input [... x in], all of one width. */
  default Projections<T> linears(T x, String... names) {
    return new LazyProjections<>(
        Arrays.stream(names).<Supplier<T>>map(name -> () -> linear(x, name)).toList());
  }

  /**
   * Normalises the last axis to mean 0 and variance 1, then applies {@code name.weight} and, where
   * the network has it, {@code name.bias}, [width] each.
   */
  T layerNorm(T x, String name, float epsilon);

  /**
   * Cuts images into patches, each a token: a convolution whose stride is its kernel.
   *
   * @param images [rows x 3 x height x width]
   * @param name of the convolution; its weight is [out x 3 x side x side]
   * @param side of a patch in pixels
   * @param perSide patches along a side of the image
   * @return [rows x perSide² x out], row by row of the image
   */
  T patches(T images, String name, int side, int perSide);

  /**
   * A weight [1 x ...] repeated for every row.
   *
   * @param rows a tensor with as many rows
   * @return [rows x ...]
   */
  T repeated(String name, T rows);

  /** a + b; shapes broadcast. */
  T add(T a, T b);

  /** {@code x * factor}. */
  T scale(T x, float factor);

  /** {@code x + summand}. */
  T shift(T x, float summand);

  /** The matrix products [... x rows x inner] · [... x inner x columns]. */
  T matMul(T a, T b);

  /** The mean along an axis, which is removed from the result. */
  T mean(T x, int axis);

  /** exp(x) over its sum along the last axis. */
  T softmax(T x);

  /** x · Φ(x), with the exact normal distribution. */
  T gelu(T x);

  /** x · Φ(x), with the normal distribution approximated by a hyperbolic tangent. */
  T tanhGelu(T x);

  /** max(x, 0). */
  T relu(T x);

  /** log(1 + exp(x)). */
  T softplus(T x);

  /** Zeroes each value with the given probability and scales the others up; only in training. */
  default T dropout(T x, float probability) {
    return x;
  }

  /** Rows along the first axis; x [rows x ...], int64 indices of any shape. */
  T rows(T x, T indices);

  /** One place along an axis, which is removed from the result. */
  T at(T x, int axis, long index);

  /** The part of an axis from one place (inclusive) to another (exclusive). */
  T slice(T x, int axis, long from, long to);

  /** The first rows of a table, as many as another tensor's length along an axis. */
  T firstRows(T table, T like, int axis);

  /** Another shape: 0 keeps a dimension, -1 is inferred. */
  T reshape(T x, long... shape);

  /** Permutes the axes. */
  T transpose(T x, int... permutation);

  /** Joins along an axis. */
  T concat(int axis, T first, T second);

  /**
   * The layout of the tokens of sequences of one length.
   *
   * @param tokens [rows x length x width]
   */
  TokenLayout<T> evenly(T tokens);

  /**
   * Multi-head attention: softmax(query keyᵀ / √(width of a head) + mask) value for every head.
   *
   * @param query [rows x tokens x width]
   * @param key [rows x others x width]
   * @param value [rows x others x width]
   * @param mask broadcastable to [rows x heads x tokens x others], added to the scores
   * @param dropout of the softmax weights
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
   * @param count number of heads
   * @param width of each
   */
  record Heads(int count, int width) {
    /** [rows x tokens x width] to [rows x tokens x heads x width of a head]. */
    public <T> T split(TensorAlgebra<T> t, T x) {
      return t.reshape(x, 0, 0, count, width);
    }
  }

  /** The outputs of several linear layers for one input, split on use. */
  interface Projections<T> {
    /** Applies an operation to each of them, whatever its width. */
    Projections<T> each(UnaryOperator<T> work);

    /** Each layer's output, in their order. */
    List<T> parts();
  }

  /**
   * The layout of the tokens of a batch of sequences in a tensor. Training packs them without
   * padding; a graph has them padded.
   *
   * @param <T> a tensor
   */
  interface TokenLayout<T> {
    /** A row of a table [places x width] for every token, by its position in its sequence. */
    T positions(TensorAlgebra<T> t, T table);

    /** The tokens as sequences of one length [rows x longest x width]. */
    T pad(TensorAlgebra<T> t, T tokens);

    /** The reverse of {@link #pad}. */
    T pack(TensorAlgebra<T> t, T padded);

    /**
     * The additive mask that hides padding from attention; empty for none [rows x 1 x 1 x longest].
     */
    Optional<T> mask();

    /** The first token of every sequence [rows x width]. */
    T firsts(TensorAlgebra<T> t, T tokens);

    /** The layout of the result of {@link #firsts}: sequences of one token each. */
    TokenLayout<T> firstsAlone();
  }

  /** Linear layers that are computed one by one, on first use. */
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
