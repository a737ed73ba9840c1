// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.export.graph.NamedWeights;
import dev.falcon.onnx.export.graph.SchedulerGraph;
import dev.falcon.onnx.graph.ModelMetadata;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.network.shape.SchedulerShape;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Real scheduler graphs of random weights. */
public final class TestSchedulers {
  private static final int HIDDEN = 16;

  private TestSchedulers() {}

  /** Writes a scheduler that reads this many quantiles of a row. */
  public static void write(Path graph, int levels) {
    Map<String, Tensor> weights = new HashMap<>();
    RandomStream random = RandomStream.of(2, "scheduler-weights");
    weights.put("scheduler.input.weight", tensor(random, HIDDEN, levels));
    weights.put("scheduler.input.bias", tensor(random, HIDDEN));
    weights.put("scheduler.block.0.layer.0.weight", tensor(random, HIDDEN, HIDDEN));
    weights.put("scheduler.block.0.layer.0.bias", tensor(random, HIDDEN));
    weights.put("scheduler.output.weight", tensor(random, 2, HIDDEN));
    // Both parameters above 1 for most rows, where modes lie within and differ.
    weights.put("scheduler.output.bias", Tensor.float32(new float[] {1, 1}, 2));
    SchedulerShape shape =
        new SchedulerShape(levels, HIDDEN, 1, 1, 30f, 1e-5f, Float.POSITIVE_INFINITY);
    Provenance provenance = Provenance.of("test", 0, Map.of(), List.of());
    SchedulerGraph.of(shape, NamedWeights.of(weights))
        .write(graph, ModelMetadata.of("scheduler", "for a test", provenance));
  }

  private static Tensor tensor(RandomStream random, long... shape) {
    float[] values = new float[(int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    for (int i = 0; i < values.length; i++) {
      values[i] = 0.1f * (float) random.nextGaussian();
    }
    return Tensor.float32(values, shape);
  }
}
