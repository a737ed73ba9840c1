// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.onnx.export.graph.NamedWeights;
import dev.falcon.onnx.export.graph.SchedulerGraph;
import dev.falcon.onnx.graph.GraphRunner;
import dev.falcon.onnx.graph.ModelMetadata;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.network.shape.SchedulerShape;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scheduler in ONNX Runtime against plain loops. */
class SchedulerGraphTest {
  private static final int ROWS = 20;
  private static final int FEATURES = 10;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"2, 1, 1e-5, Infinity", "1, 10, 1, 1.5", "2, 10, 0.999, 30"})
  void parametersEqualTheOracles(int layersPerBlock, float gain, float offset, float cap) {
    SchedulerShape shape = new SchedulerShape(FEATURES, 16, 2, layersPerBlock, gain, offset, cap);
    Map<String, Tensor> weights = RandomWeights.of(shape, 1);
    Path file = folder.resolve("scheduler.onnx");
    SchedulerGraph.of(shape, NamedWeights.of(weights))
        .write(file, new ModelMetadata("scheduler", "", "test", Map.of()));

    float[] features = new float[ROWS * FEATURES];
    RandomStream random = RandomStream.of(3, "features");
    for (int i = 0; i < features.length; i++) {
      features[i] = (float) random.nextDouble() / FEATURES;
    }
    try (GraphRunner runner = new GraphRunner(file)) {
      Map<String, GraphRunner.Output> result =
          runner.feed("quantile_features", features, ROWS, FEATURES).run();
      assertThat(result.get("alpha").shape()).containsExactly(ROWS);
      for (int row = 0; row < ROWS; row++) {
        double[] expected = expected(shape, weights, features, row);
        assertThat((double) result.get("alpha").values()[row]).isCloseTo(expected[0], within(1e-5));
        assertThat((double) result.get("beta").values()[row]).isCloseTo(expected[1], within(1e-5));
      }
    }
  }

  private static double[] expected(
      SchedulerShape shape, Map<String, Tensor> weights, float[] features, int row) {
    double[] x = new double[FEATURES];
    for (int i = 0; i < FEATURES; i++) {
      x[i] = features[row * FEATURES + i] * (double) shape.inputGain();
    }
    double[] state = relu(linear(weights, "scheduler.input", x));
    for (int block = 0; block < shape.blocks(); block++) {
      double[] inner = state;
      for (int layer = 0; layer < shape.layersPerBlock(); layer++) {
        String name = "scheduler.block." + block + ".layer." + layer;
        inner = linear(weights, name, layer == 0 ? inner : relu(inner));
      }
      double[] sum = new double[state.length];
      for (int i = 0; i < sum.length; i++) {
        sum[i] = state[i] + inner[i];
      }
      state = sum;
    }
    double[] output = linear(weights, "scheduler.output", state);
    for (int i = 0; i < 2; i++) {
      output[i] = Math.min(Math.log1p(Math.exp(output[i])) + shape.offset(), shape.cap());
    }
    return output;
  }

  private static double[] linear(Map<String, Tensor> weights, String name, double[] x) {
    return new NaiveNetwork(null, weights).linear(new double[][] {x}, name)[0];
  }

  private static double[] relu(double[] x) {
    double[] result = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      result[i] = Math.max(x[i], 0);
    }
    return result;
  }
}
