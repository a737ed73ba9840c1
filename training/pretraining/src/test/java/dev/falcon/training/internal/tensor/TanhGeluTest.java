// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TanhGeluTest {
  private static final int SIZE = 1000;

  @Test
  void isTheFormulaAndSoIsItsGradientFromTheFirstRunOn() {
    float[] x = values();
    try (Torch torch = Torch.open("cpu", 1);
        NDManager manager = torch.manager().newSubManager()) {
      float[][] first = run(torch, manager, x);
      for (int i = 0; i < SIZE; i++) {
        double cube = 0.044715 * x[i] * x[i] * x[i];
        double tanh = Math.tanh(Math.sqrt(2 / Math.PI) * (x[i] + cube));
        double slope = Math.sqrt(2 / Math.PI) * (1 + 3 * 0.044715 * x[i] * x[i]);
        assertThat(first[0][i]).isCloseTo((float) (0.5 * x[i] * (1 + tanh)), within(2e-6f));
        assertThat(first[1][i])
            .isCloseTo(
                (float) (0.5 * (1 + tanh) + 0.5 * x[i] * (1 - tanh * tanh) * slope), within(2e-6f));
      }
      // The second run is the first that TorchScript has optimised.
      for (int again = 0; again < 3; again++) {
        assertThat(Arrays.deepEquals(run(torch, manager, x), first)).isTrue();
      }
    }
  }

  /** Its values, and the gradient of their sum. */
  private static float[][] run(Torch torch, NDManager manager, float[] x) {
    NDArray input = Torch.floats(manager, x, SIZE);
    input.setRequiresGradient(true);
    float[][] found = new float[2][];
    torch.differentiate(
        () -> {
          NDArray seen = FusedKernels.tanhGelu(input);
          found[0] = seen.stopGradient().toFloatArray();
          return seen.sum();
        });
    found[1] = input.getGradient().toFloatArray();
    return found;
  }

  private static float[] values() {
    RandomStream random = RandomStream.of(1, "values");
    float[] values = new float[SIZE];
    for (int i = 0; i < SIZE; i++) {
      values[i] = (float) (2 * random.nextGaussian());
    }
    return values;
  }
}
