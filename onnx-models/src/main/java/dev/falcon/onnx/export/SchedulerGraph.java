package dev.falcon.onnx.export;

import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;

/** The scheduler π: from a row's quantile features Ŝ to the Beta distribution of its quantile. */
public final class SchedulerGraph {
  private SchedulerGraph() {}

  /** quantile_features [rows x m] to alpha [rows] and beta [rows]. */
  public static GraphBuilder of(SchedulerShape shape, NamedWeights weights) {
    Layers layers = new Layers(weights);
    GraphBuilder graph = new GraphBuilder();
    GraphBuilder scope = graph.scope("scheduler");
    Value features =
        graph.input(
            TensorInfo.float32("quantile_features", "rows", Integer.toString(shape.features()))
                .describedAs("evenly spaced quantiles of a row of similarities, their softmax"));
    Value gained =
        shape.inputGain() == 1
            ? features
            : scope.multiply(features, scope.scalar(shape.inputGain()));
    int hidden = shape.hidden();
    Value x = scope.relu(layers.linear(graph, gained, "scheduler.input", shape.features(), hidden));
    for (int i = 0; i < shape.blocks(); i++) {
      x = block(graph, layers, x, "scheduler.block." + i, shape);
    }
    Value positive = scope.softplus(layers.linear(graph, x, "scheduler.output", hidden, 2));
    Value parameters = scope.add(positive, scope.scalar(shape.offset()));
    if (Float.isFinite(shape.cap())) {
      parameters = scope.minimum(parameters, scope.scalar(shape.cap()));
    }
    graph.output(
        TensorInfo.float32("alpha", "rows").describedAs("α of Beta(α, β)"),
        scope.gather(parameters, scope.integer(0), 1));
    graph.output(
        TensorInfo.float32("beta", "rows").describedAs("β of Beta(α, β)"),
        scope.gather(parameters, scope.integer(1), 1));
    return graph;
  }

  /** x + layers(x), with a relu between the layers. */
  private static Value block(
      GraphBuilder graph, Layers layers, Value x, String name, SchedulerShape shape) {
    GraphBuilder scope = graph.scope(name);
    Value y = x;
    for (int i = 0; i < shape.layersPerBlock(); i++) {
      Value active = i == 0 ? y : scope.relu(y);
      y = layers.linear(graph, active, name + ".layer." + i, shape.hidden(), shape.hidden());
    }
    return scope.add(x, y);
  }
}
