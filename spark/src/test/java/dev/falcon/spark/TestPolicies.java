// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.onnx.export.graph.NamedWeights;
import dev.falcon.onnx.export.graph.SchedulerGraph;
import dev.falcon.onnx.graph.ModelMetadata;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.network.shape.SchedulerShape;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Every policy of the registry, with a number where it takes one and a graph where it needs one.
 */
public final class TestPolicies {
  /** The quantile levels that the graph takes. */
  public static final int LEVELS = 20;

  private static final int HIDDEN = 8;

  private TestPolicies() {}

  /** All of {@link Policies#all()}; the scheduler's graph is written to a file. */
  public static List<NamedPolicy> all(Path graph) {
    return Policies.all().stream().map(entry -> of(entry, graph)).toList();
  }

  private static NamedPolicy of(Policies.Entry entry, Path graph) {
    NamedPolicy policy =
        Policies.parse(entry.form().replaceAll(":[QRB]$", ":0.25").replaceAll(":[PK]$", ":5"));
    if (!(policy.quantiles() instanceof QuantilePolicy.Scheduled)) {
      return policy;
    }
    write(graph);
    return new NamedPolicy(
        policy.name(),
        QuantilePolicy.Scheduled.of(graph, QuantilePolicy.Draw.MODE),
        policy.margin(),
        policy.truth());
  }

  private static void write(Path graph) {
    RandomStream random = RandomStream.of(2, "scheduler-weights");
    Map<String, Tensor> weights =
        Map.of(
            "scheduler.input.weight", tensor(random, HIDDEN, LEVELS),
            "scheduler.input.bias", tensor(random, HIDDEN),
            "scheduler.block.0.layer.0.weight", tensor(random, HIDDEN, HIDDEN),
            "scheduler.block.0.layer.0.bias", tensor(random, HIDDEN),
            "scheduler.output.weight", tensor(random, 2, HIDDEN),
            "scheduler.output.bias", Tensor.float32(new float[] {1, 1}, 2));
    SchedulerGraph.of(
            new SchedulerShape(LEVELS, HIDDEN, 1, 1, 30f, 1e-5f, Float.POSITIVE_INFINITY),
            NamedWeights.of(weights))
        .write(
            graph,
            ModelMetadata.of(
                "scheduler", "for a test", Provenance.of("test", 0, Map.of(), List.of())));
  }

  private static Tensor tensor(RandomStream random, long... shape) {
    float[] values = new float[(int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    for (int i = 0; i < values.length; i++) {
      values[i] = 0.1f * (float) random.nextGaussian();
    }
    return Tensor.float32(values, shape);
  }
}
