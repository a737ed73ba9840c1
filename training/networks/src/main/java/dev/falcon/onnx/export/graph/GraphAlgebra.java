// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.graph.Value;
import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Records a network as an ONNX graph: every operator adds its nodes. */
public final class GraphAlgebra implements TensorAlgebra<Value> {
  /** Suffix of the name of a matrix that is stored [in x out], as MatMul requires. */
  private static final String TRANSPOSED = ".transposed";

  private final GraphBuilder root;
  private final GraphBuilder graph;
  private final NamedWeights weights;
  private final Map<String, long[]> shapes;
  private final Map<String, Value> taken;

  private GraphAlgebra(
      GraphBuilder root,
      GraphBuilder graph,
      NamedWeights weights,
      Map<String, long[]> shapes,
      Map<String, Value> taken) {
    this.root = root;
    this.graph = graph;
    this.weights = weights;
    this.shapes = shapes;
    this.taken = taken;
  }

  /**
   * Returns an algebra that records into a graph.
   *
   * @param declare declares the network's weights, with whose shapes the given weights are compared
   */
  public static GraphAlgebra into(
      GraphBuilder graph, NamedWeights weights, Consumer<Declarations> declare) {
    Map<String, long[]> shapes = new HashMap<>();
    declare.accept((name, first, shape) -> shapes.put(name, shape));
    return new GraphAlgebra(graph, graph, weights, shapes, new HashMap<>());
  }

  @Override
  public TensorAlgebra<Value> scope(String name) {
    return new GraphAlgebra(root, root.scope(name), weights, shapes, taken);
  }

  @Override
  public Value get(String name) {
    return taken.computeIfAbsent(name, key -> root.weight(key, checked(key)));
  }

  private Tensor checked(String name) {
    Tensor tensor = weights.get(name);
    long[] shape = shapes.get(name);
    if (!Arrays.equals(tensor.shape(), shape)) {
      throw new FalconException(
          name
              + " has the shape "
              + Arrays.toString(tensor.shape())
              + "; this network's is "
              + Arrays.toString(shape));
    }
    return tensor;
  }

  @Override
  public Value linear(Value x, String name) {
    GraphBuilder layer = root.scope(name);
    String weight = name + ".weight";
    Value matrix =
        taken.computeIfAbsent(
            weight + TRANSPOSED, key -> layer.weight(key, checked(weight).transposed()));
    Value product = layer.matMul(x, matrix);
    return shapes.containsKey(name + ".bias") ? layer.add(product, get(name + ".bias")) : product;
  }

  @Override
  public Value linear(Value x, Value weight, Value bias) {
    return graph.add(graph.matMul(x, graph.transpose(weight, 1, 0)), bias);
  }

  @Override
  public Value layerNorm(Value x, String name, float epsilon) {
    Value weight = get(name + ".weight");
    Value bias = shapes.containsKey(name + ".bias") ? get(name + ".bias") : Value.NONE;
    return root.scope(name).layerNormalization(x, weight, bias, epsilon);
  }

  @Override
  public Value patches(Value images, String name, int side, int perSide) {
    Value weight = get(name + ".weight");
    long out = shapes.get(name + ".bias")[0];
    Value cut = graph.convolution(images, weight, get(name + ".bias"), side);
    return graph.transpose(graph.reshape(cut, 0, out, (long) perSide * perSide), 0, 2, 1);
  }

  @Override
  public Value repeated(String name, Value rows) {
    Value count = graph.shape(rows, 0, 1);
    Value one = get(name);
    long[] shape = shapes.get(name);
    long[] rest = Arrays.copyOfRange(shape, 1, shape.length);
    return graph.expand(one, graph.concat(0, count, graph.integers(rest)));
  }

  @Override
  public Value add(Value a, Value b) {
    return graph.add(a, b);
  }

  @Override
  public Value scale(Value x, float factor) {
    return graph.multiply(x, graph.scalar(factor));
  }

  @Override
  public Value shift(Value x, float summand) {
    return graph.add(x, graph.scalar(summand));
  }

  @Override
  public Value matMul(Value a, Value b) {
    return graph.matMul(a, b);
  }

  @Override
  public Value mean(Value x, int axis) {
    return graph.mean(x, axis);
  }

  @Override
  public Value softmax(Value x) {
    return graph.softmax(x, -1);
  }

  @Override
  public Value gelu(Value x) {
    return graph.gelu(x);
  }

  @Override
  public Value tanhGelu(Value x) {
    return graph.tanhGelu(x);
  }

  @Override
  public Value relu(Value x) {
    return graph.relu(x);
  }

  @Override
  public Value softplus(Value x) {
    return graph.softplus(x);
  }

  @Override
  public Value rows(Value x, Value indices) {
    return graph.gather(x, indices, 0);
  }

  @Override
  public Value at(Value x, int axis, long index) {
    return graph.gather(x, graph.integer(index), axis);
  }

  @Override
  public Value slice(Value x, int axis, long from, long to) {
    return graph.slice(x, axis, from, to);
  }

  @Override
  public Value firstRows(Value table, Value like, int axis) {
    Value count = graph.shape(like, axis, axis + 1);
    return graph.slice(table, 0, graph.integers(0), count);
  }

  @Override
  public Value reshape(Value x, long... shape) {
    return graph.reshape(x, shape);
  }

  @Override
  public Value transpose(Value x, int... permutation) {
    return graph.transpose(x, Arrays.stream(permutation).asLongStream().toArray());
  }

  @Override
  public Value concat(int axis, Value first, Value second) {
    return graph.concat(axis, first, second);
  }

  @Override
  public TokenLayout<Value> evenly(Value tokens) {
    return new PaddedTokens<>(tokens, Optional.empty());
  }
}
