// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import dev.falcon.onnx.network.SchedulerNetwork;
import dev.falcon.onnx.network.shape.SchedulerShape;

/**
 * The graph of the scheduler π, which maps a row's quantile features Ŝ to the Beta distribution of
 * its quantile.
 */
public final class SchedulerGraph {
  private SchedulerGraph() {}

  /** Returns the graph: quantile_features [rows x m] to alpha [rows] and beta [rows]. */
  public static GraphBuilder of(SchedulerShape shape, NamedWeights weights) {
    SchedulerNetwork network = new SchedulerNetwork(shape);
    GraphBuilder graph = new GraphBuilder();
    GraphBuilder scope = graph.scope(SchedulerNetwork.NAME);
    Value features =
        graph.input(
            TensorInfo.float32("quantile_features", "rows", Integer.toString(shape.features()))
                .describedAs("evenly spaced quantiles of a row of similarities, their softmax"));
    GraphAlgebra algebra =
        GraphAlgebra.into(graph, weights, declare -> network.declare(declare, 0));
    Value parameters = network.uncapped(algebra, features);
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
}
