// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.SchedulerNetwork;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.SchedulerConfig;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowNetworkTest {
  private static final int ROWS = 6;
  private static final int M = 100;

  /** The engine's network, which learns, and the one that is asked must not drift apart. */
  @Test
  void isTheEnginesNetworkUpToTheCap() {
    SchedulerConfig config =
        ConfigReader.read("scenes-tiny", null, List.of("scheduler=stabilised", "scheduler.cap=3.0"))
            .scheduler();
    SchedulerNetwork network = new SchedulerNetwork(config.shape());
    ParameterLayout layout = Scheduler.layout(config);
    RandomStream random = RandomStream.of(3, "values");
    Map<String, float[]> values = layout.initialise(4);
    for (ParameterLayout.Entry entry : layout.entries()) {
      if (entry.name().startsWith("scheduler.output")) {
        float[] data = values.get(entry.name());
        for (int i = 0; i < data.length; i++) {
          data[i] = (float) random.nextGaussian();
        }
      }
    }
    float[] features = new float[ROWS * M];
    for (int i = 0; i < features.length; i++) {
      features[i] = (float) (2 * random.nextDouble() / M);
    }
    int capped = 0;
    try (Torch torch = Torch.open("cpu", 1);
        Parameters parameters = new Parameters(torch.manager(), layout, values, false);
        TensorScope memory = TensorScope.open(torch.manager())) {
      float[] expected =
          network
              .uncapped(parameters.weights(), Torch.floats(memory.manager(), features, ROWS, M))
              .toFloatArray();
      RowNetwork rows = new RowNetwork(config.shape());
      rows.take(parameters.untrained());
      for (int row = 0; row < ROWS; row++) {
        float[] distribution = rows.distribution(features, row);
        for (int i = 0; i < 2; i++) {
          double wanted = Math.min(expected[2 * row + i], config.cap());
          assertThat((double) distribution[i]).isCloseTo(wanted, within(1e-4));
          capped += expected[2 * row + i] > config.cap() ? 1 : 0;
        }
      }
    }
    assertThat(capped).isBetween(1, 2 * ROWS - 1);
  }

  /**
   * A row of f: the first block makes f - 3 f = -2 f, the second -2 f + relu(2 f) / 2 = -f. A relu
   * over a block's sum would end both in 0, and alpha and beta in log 2.
   */
  @Test
  void aBlocksSumMayBeNegative() {
    SchedulerConfig config =
        ConfigReader.read(
                "scenes-tiny", null, List.of("scheduler.quantiles=2", "scheduler.hidden=1"))
            .scheduler();
    SchedulerNetwork network = new SchedulerNetwork(config.shape());
    ParameterLayout layout = Scheduler.layout(config);
    Map<String, float[]> values = layout.initialise(1);
    values.put("scheduler.input.weight", new float[] {1, 0});
    values.put("scheduler.block.0.layer.0.weight", new float[] {1});
    values.put("scheduler.block.0.layer.1.weight", new float[] {-3});
    values.put("scheduler.block.1.layer.0.weight", new float[] {-1});
    values.put("scheduler.block.1.layer.1.weight", new float[] {0.5f});
    values.put("scheduler.output.weight", new float[] {1, -1});
    values.replaceAll((name, data) -> name.endsWith(".bias") ? new float[data.length] : data);
    float[] features = {1, 7, 2, 7};
    try (Torch torch = Torch.open("cpu", 1);
        Parameters parameters = new Parameters(torch.manager(), layout, values, false);
        TensorScope memory = TensorScope.open(torch.manager())) {
      float[] engine =
          network
              .uncapped(parameters.weights(), Torch.floats(memory.manager(), features, 2, 2))
              .toFloatArray();
      RowNetwork rows = new RowNetwork(config.shape());
      rows.take(parameters.untrained());
      for (int row = 0; row < 2; row++) {
        double alpha = Math.log1p(Math.exp(-features[2 * row])) + config.offset();
        double beta = Math.log1p(Math.exp(features[2 * row])) + config.offset();
        float[] own = rows.distribution(features, row);
        for (float[] found : List.of(own, Arrays.copyOfRange(engine, 2 * row, 2 * row + 2))) {
          assertThat((double) found[0]).isCloseTo(alpha, within(1e-6));
          assertThat((double) found[1]).isCloseTo(beta, within(1e-6));
        }
      }
    }
  }
}
