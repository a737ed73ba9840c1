// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Builds an ONNX graph node by node, in the order of evaluation.
 *
 * <p>Operators broadcast as in NumPy. A node is named after its scope and its operator, such as
 * {@code vision.encoder.layer.0.attention.MatMul_2}; {@link #scope} returns a builder that adds to
 * the same graph under a longer name. Weights and outputs keep their given names.
 */
public final class GraphBuilder {
  /**
   * The maximum bytes of weights in the graph's file. A protocol buffer is limited to 2 GiB, of
   * which nodes and small tensors need a little.
   */
  private static final long MOST_INLINE_BYTES = 2_000_000_000L;

  private final GraphContent graph;
  private final String scope;

  public GraphBuilder() {
    this(new GraphContent(), "");
  }

  private GraphBuilder(GraphContent graph, String scope) {
    this.graph = graph;
    this.scope = scope;
  }

  /**
   * Returns a builder that adds to the same graph and prefixes the names of its nodes with a scope.
   */
  public GraphBuilder scope(String name) {
    return new GraphBuilder(graph, scope + name + ".");
  }

  /** Adds an input. */
  public Value input(TensorInfo input) {
    graph.inputs().add(input);
    return new Value(graph.claim(input.name()));
  }

  /** Declares a value to be an output of the graph. */
  public void output(TensorInfo output, Value value) {
    graph.outputs().add(output);
    new NodeBuilder(graph, "", "Identity", value).outputNamed(graph.claim(output.name()));
  }

  /** Adds a weight under this full name; the scope is not prefixed. */
  public Value weight(String name, Tensor tensor) {
    graph.initializers().put(graph.claim(name), tensor);
    return new Value(name);
  }

  /** Returns a float scalar; equal constants are stored once. */
  public Value scalar(float value) {
    return constant("float32." + value, Tensor.float32(new float[] {value}));
  }

  /** Returns a vector of integers, as shapes and indices are; equal constants are stored once. */
  public Value integers(long... values) {
    String text = Arrays.stream(values).mapToObj(Long::toString).collect(Collectors.joining("_"));
    return constant("int64." + text, Tensor.int64(values, values.length));
  }

  /** Returns an integer scalar; equal constants are stored once. */
  public Value integer(long value) {
    return constant("int64.scalar." + value, Tensor.int64(new long[] {value}));
  }

  /** Starts a node of any standard operator, for operators without a method in this class. */
  public NodeBuilder node(String operator, Value... inputs) {
    return new NodeBuilder(graph, scope + operator, operator, inputs);
  }

  /** Returns a + b. */
  public Value add(Value a, Value b) {
    return node("Add", a, b).output();
  }

  /** Returns a - b. */
  public Value subtract(Value a, Value b) {
    return node("Sub", a, b).output();
  }

  /** Returns a · b, element by element. */
  public Value multiply(Value a, Value b) {
    return node("Mul", a, b).output();
  }

  /** Returns a / b. */
  public Value divide(Value a, Value b) {
    return node("Div", a, b).output();
  }

  /** Returns the smaller of a and b, element by element. */
  public Value minimum(Value a, Value b) {
    return node("Min", a, b).output();
  }

  /** Returns the larger of a and b, element by element. */
  public Value maximum(Value a, Value b) {
    return node("Max", a, b).output();
  }

  /** Returns the matrix products [... x rows x inner] · [... x inner x columns]. */
  public Value matMul(Value a, Value b) {
    return node("MatMul", a, b).output();
  }

  /** Returns max(x, 0). */
  public Value relu(Value x) {
    return node("Relu", x).output();
  }

  /** Returns x · Φ(x), with the exact normal distribution. */
  public Value gelu(Value x) {
    return node("Gelu", x).text("approximate", "none").output();
  }

  /** Returns x · Φ(x), with the normal distribution approximated by a hyperbolic tangent. */
  public Value tanhGelu(Value x) {
    return node("Gelu", x).text("approximate", "tanh").output();
  }

  /** Returns the hyperbolic tangent. */
  public Value tanh(Value x) {
    return node("Tanh", x).output();
  }

  /** Returns 1 / (1 + exp(-x)). */
  public Value sigmoid(Value x) {
    return node("Sigmoid", x).output();
  }

  /** Returns log(1 + exp(x)). */
  public Value softplus(Value x) {
    return node("Softplus", x).output();
  }

  /** Returns exp(x) divided by its sum along the axis. */
  public Value softmax(Value x, int axis) {
    return node("Softmax", x).integer("axis", axis).output();
  }

  /** Normalises the last axis to mean 0 and variance 1, then scales and shifts. */
  public Value layerNormalization(Value x, Value scale, Value bias, float epsilon) {
    return node("LayerNormalization", x, scale, bias)
        .integer("axis", -1)
        .number("epsilon", epsilon)
        .output();
  }

  /** Divides the last axis by its Euclidean length, or by epsilon if the length is smaller. */
  public Value l2Normalize(Value x, float epsilon) {
    Value length = node("ReduceL2", x, integers(-1)).integer("keepdims", 1).output();
    return divide(x, maximum(length, scalar(epsilon)));
  }

  /** Returns the mean along an axis, which is removed from the result. */
  public Value mean(Value x, int axis) {
    return node("ReduceMean", x, integers(axis)).integer("keepdims", 0).output();
  }

  /**
   * Convolves images without padding.
   *
   * @param x [batch x channels x height x width]
   * @param weight the kernels [outputs x channels x kernel height x kernel width]
   * @param bias [outputs]
   * @param stride the step in both directions
   */
  public Value convolution(Value x, Value weight, Value bias, int stride) {
    return node("Conv", x, weight, bias).integers("strides", stride, stride).output();
  }

  /** Returns the slices of a table at the given indices along an axis. */
  public Value gather(Value table, Value indices, int axis) {
    return node("Gather", table, indices).integer("axis", axis).output();
  }

  /** Changes the shape: 0 keeps a dimension, and -1 is inferred. */
  public Value reshape(Value x, long... shape) {
    return node("Reshape", x, integers(shape)).output();
  }

  /** Permutes the axes. */
  public Value transpose(Value x, long... permutation) {
    return node("Transpose", x).integers("perm", permutation).output();
  }

  /** Adds an axis of size 1. */
  public Value unsqueeze(Value x, int axis) {
    return node("Unsqueeze", x, integers(axis)).output();
  }

  /** Removes an axis of size 1. */
  public Value squeeze(Value x, int axis) {
    return node("Squeeze", x, integers(axis)).output();
  }

  /** Concatenates values along an axis. */
  public Value concat(int axis, Value... values) {
    return node("Concat", values).integer("axis", axis).output();
  }

  /** Splits an axis into pieces of the given sizes. */
  public List<Value> split(Value x, int axis, long... sizes) {
    return node("Split", x, integers(sizes)).integer("axis", axis).outputs(sizes.length);
  }

  /**
   * Returns the part of an axis from {@code start} (inclusive) to {@code end} (exclusive); negative
   * positions count from the end.
   */
  public Value slice(Value x, int axis, long start, long end) {
    return node("Slice", x, integers(start), integers(end), integers(axis)).output();
  }

  /**
   * Like {@link #slice(Value, int, long, long)}, with a start and end that are computed in the
   * graph, each a vector of one integer.
   */
  public Value slice(Value x, int axis, Value start, Value end) {
    return node("Slice", x, start, end, integers(axis)).output();
  }

  /** Repeats dimensions of size 1 to reach a shape, given as a vector of integers. */
  public Value expand(Value x, Value shape) {
    return node("Expand", x, shape).output();
  }

  /**
   * Returns the sizes of the axes from {@code start} (inclusive) to {@code end} (exclusive), as a
   * vector of integers.
   */
  public Value shape(Value x, int start, int end) {
    return node("Shape", x).integer("start", start).integer("end", end).output();
  }

  /** Returns a where the condition holds, and b elsewhere. */
  public Value where(Value condition, Value a, Value b) {
    return node("Where", condition, a, b).output();
  }

  /** Compares a and b for equality, element by element. */
  public Value equal(Value a, Value b) {
    return node("Equal", a, b).output();
  }

  /** Converts a value to another element type. */
  public Value cast(Value x, ElementType type) {
    return node("Cast", x).integer("to", type.number()).output();
  }

  /**
   * Writes the graph atomically. If its weights exceed 2 GB, they are written to a file beside it,
   * with the suffix {@code .data}.
   */
  public void write(Path file, ModelMetadata metadata) {
    write(file, metadata, MOST_INLINE_BYTES);
  }

  /**
   * Writes the graph atomically.
   *
   * @param mostInlineBytes the maximum bytes of weights in the file itself; if they exceed it, they
   *     are written to a file beside it
   */
  public void write(Path file, ModelMetadata metadata, long mostInlineBytes) {
    GraphFileWriter.write(graph, metadata, file, mostInlineBytes);
  }

  /** Returns the name of the file of weights beside a model. */
  public static String externalData(String modelName) {
    return modelName + GraphFileWriter.EXTERNAL_SUFFIX;
  }

  private Value constant(String name, Tensor tensor) {
    String lower = name.toLowerCase(Locale.ROOT);
    graph.initializers().putIfAbsent(lower, tensor);
    return new Value(lower);
  }
}
