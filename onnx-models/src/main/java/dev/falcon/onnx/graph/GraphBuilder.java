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
  /** A protocol buffer ends at 2 GiB; nodes and small tensors need a little of it. */
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

  /** Returns a builder that adds to the same graph, with the scope before its nodes' names. */
  public GraphBuilder scope(String name) {
    return new GraphBuilder(graph, scope + name + ".");
  }

  /** Adds an input. */
  public Value input(TensorInfo input) {
    graph.inputs().add(input);
    return new Value(graph.claim(input.name()));
  }

  /** Declares the value an output under a name. */
  public void output(TensorInfo output, Value value) {
    graph.outputs().add(output);
    new NodeBuilder(graph, "", "Identity", value).outputNamed(graph.claim(output.name()));
  }

  /** Adds a weight under its full name, without the scope. */
  public Value weight(String name, Tensor tensor) {
    graph.initializers().put(graph.claim(name), tensor);
    return new Value(name);
  }

  /** A float scalar; equal ones are kept once. */
  public Value scalar(float value) {
    return constant("float32." + value, Tensor.float32(new float[] {value}));
  }

  /** A vector of integers, as shapes and indices are; equal ones are kept once. */
  public Value integers(long... values) {
    String text = Arrays.stream(values).mapToObj(Long::toString).collect(Collectors.joining("_"));
    return constant("int64." + text, Tensor.int64(values, values.length));
  }

  /** An integer scalar; equal ones are kept once. */
  public Value integer(long value) {
    return constant("int64.scalar." + value, Tensor.int64(new long[] {value}));
  }

  /** Any node of the standard operators; used for operators without a method here. */
  public NodeBuilder node(String operator, Value... inputs) {
    return new NodeBuilder(graph, scope + operator, operator, inputs);
  }

  /** a + b. */
  public Value add(Value a, Value b) {
    return node("Add", a, b).output();
  }

  /** a - b. */
  public Value subtract(Value a, Value b) {
    return node("Sub", a, b).output();
  }

  /** a · b, element by element. */
  public Value multiply(Value a, Value b) {
    return node("Mul", a, b).output();
  }

  /** a / b. */
  public Value divide(Value a, Value b) {
    return node("Div", a, b).output();
  }

  /** The smaller of a and b, element by element. */
  public Value minimum(Value a, Value b) {
    return node("Min", a, b).output();
  }

  /** The larger of a and b, element by element. */
  public Value maximum(Value a, Value b) {
    return node("Max", a, b).output();
  }

  /** The matrix products [... x rows x inner] · [... x inner x columns]. */
  public Value matMul(Value a, Value b) {
    return node("MatMul", a, b).output();
  }

  /** max(x, 0). */
  public Value relu(Value x) {
    return node("Relu", x).output();
  }

  /** x · Φ(x), with the exact normal distribution. */
  public Value gelu(Value x) {
    return node("Gelu", x).text("approximate", "none").output();
  }

  /** x · Φ(x), with the normal distribution approximated by a hyperbolic tangent. */
  public Value tanhGelu(Value x) {
    return node("Gelu", x).text("approximate", "tanh").output();
  }

  /** The hyperbolic tangent. */
  public Value tanh(Value x) {
    return node("Tanh", x).output();
  }

  /** 1 / (1 + exp(-x)). */
  public Value sigmoid(Value x) {
    return node("Sigmoid", x).output();
  }

  /** log(1 + exp(x)). */
  public Value softplus(Value x) {
    return node("Softplus", x).output();
  }

  /** exp(x) over its sum along the axis. */
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

  /** Divides the last axis by its Euclidean length, or by epsilon where that is smaller. */
  public Value l2Normalize(Value x, float epsilon) {
    Value length = node("ReduceL2", x, integers(-1)).integer("keepdims", 1).output();
    return divide(x, maximum(length, scalar(epsilon)));
  }

  /** The mean along an axis, which is removed from the result. */
  public Value mean(Value x, int axis) {
    return node("ReduceMean", x, integers(axis)).integer("keepdims", 0).output();
  }

  /**
   * Convolves images without padding.
   *
   * @param x [batch x channels x height x width]
   * @param weight [outputs x channels x kernel height x kernel width]
   * @param bias [outputs]
   * @param stride the step in both directions
   */
  public Value convolution(Value x, Value weight, Value bias, int stride) {
    return node("Conv", x, weight, bias).integers("strides", stride, stride).output();
  }

  /** The slices of the table along the axis at the indices. */
  public Value gather(Value table, Value indices, int axis) {
    return node("Gather", table, indices).integer("axis", axis).output();
  }

  /** Another shape: 0 keeps a dimension, -1 is inferred. */
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

  /** Joins along an axis. */
  public Value concat(int axis, Value... values) {
    return node("Concat", values).integer("axis", axis).output();
  }

  /** Splits an axis into pieces of the given sizes. */
  public List<Value> split(Value x, int axis, long... sizes) {
    return node("Split", x, integers(sizes)).integer("axis", axis).outputs(sizes.length);
  }

  /** The part of an axis from start to before end; negative ones count from the end. */
  public Value slice(Value x, int axis, long start, long end) {
    return node("Slice", x, integers(start), integers(end), integers(axis)).output();
  }

  /** The same slice with its start and end computed in the graph, vectors of one integer. */
  public Value slice(Value x, int axis, Value start, Value end) {
    return node("Slice", x, start, end, integers(axis)).output();
  }

  /** Repeats dimensions of size 1 until the shape, a vector of integers, is reached. */
  public Value expand(Value x, Value shape) {
    return node("Expand", x, shape).output();
  }

  /** The sizes of the axes from start to before end, a vector of integers. */
  public Value shape(Value x, int start, int end) {
    return node("Shape", x).integer("start", start).integer("end", end).output();
  }

  /** a where the condition holds, b elsewhere. */
  public Value where(Value condition, Value a, Value b) {
    return node("Where", condition, a, b).output();
  }

  /** Compares a and b for equality, element by element. */
  public Value equal(Value a, Value b) {
    return node("Equal", a, b).output();
  }

  /** The same numbers as another type. */
  public Value cast(Value x, ElementType type) {
    return node("Cast", x).integer("to", type.number()).output();
  }

  /**
   * Writes the graph atomically. Weights of more than 2 GB are written to a file beside it, with
   * the suffix {@code .data}.
   */
  public void write(Path file, ModelMetadata metadata) {
    write(file, metadata, MOST_INLINE_BYTES);
  }

  /**
   * Writes the graph atomically.
   *
   * @param mostInlineBytes maximum bytes of weights in the file itself; beyond it they are written
   *     to a file beside it
   */
  public void write(Path file, ModelMetadata metadata, long mostInlineBytes) {
    GraphFileWriter.write(graph, metadata, file, mostInlineBytes);
  }

  /** Name of the file of weights beside a model. */
  public static String externalData(String modelName) {
    return modelName + GraphFileWriter.EXTERNAL_SUFFIX;
  }

  private Value constant(String name, Tensor tensor) {
    String lower = name.toLowerCase(Locale.ROOT);
    graph.initializers().putIfAbsent(lower, tensor);
    return new Value(lower);
  }
}
