package dev.falcon.onnx.export;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.graph.Value;
import java.util.Arrays;

/** The parts that all networks are made of, with the weights that their names stand for. */
final class Layers {
  /** What the name of a matrix ends with that is stored [in x out], as MatMul wants it. */
  private static final String TRANSPOSED = ".transposed";

  private final NamedWeights weights;

  Layers(NamedWeights weights) {
    this.weights = weights;
  }

  /** A weight as it is, its shape checked. */
  Value weight(GraphBuilder graph, String name, long... shape) {
    return graph.weight(name, checked(name, shape));
  }

  /** x · weightᵀ + bias; x [... x in] to [... x out]. */
  Value linear(GraphBuilder graph, Value x, String name, int in, int out) {
    GraphBuilder layer = graph.scope(name);
    String weightName = name + ".weight";
    Tensor matrix = checked(weightName, out, in).transposed();
    Value product = layer.matMul(x, layer.weight(weightName + TRANSPOSED, matrix));
    return layer.add(product, weight(layer, name + ".bias", out));
  }

  /** Layer normalisation of the last axis. */
  Value norm(GraphBuilder graph, Value x, String name, int width, float epsilon) {
    GraphBuilder layer = graph.scope(name);
    return layer.layerNormalization(
        x, weight(layer, name + ".weight", width), weight(layer, name + ".bias", width), epsilon);
  }

  /** The first of every row's tokens; [batch x tokens x width] to [batch x width]. */
  static Value firstToken(GraphBuilder graph, Value tokens) {
    return graph.gather(tokens, graph.integer(0), 1);
  }

  private Tensor checked(String name, long... shape) {
    Tensor tensor = weights.get(name);
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
}
