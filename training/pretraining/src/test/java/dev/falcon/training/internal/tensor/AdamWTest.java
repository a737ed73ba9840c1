// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.Device;
import ai.djl.ndarray.BaseNDManager;
import ai.djl.ndarray.NDArray;
import ai.djl.pytorch.engine.PtNDArray;
import dev.falcon.training.internal.tensor.ParameterLayout.Initialiser;
import java.lang.reflect.Field;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdamWTest {
  private static final AdamW.Settings SETTINGS = new AdamW.Settings(0.9, 0.999, 1e-8, 0.1, 0);

  private Torch torch;

  @BeforeEach
  void open() {
    torch = Torch.open("cpu", 1);
  }

  @AfterEach
  void close() {
    torch.close();
  }

  private static ParameterLayout layout() {
    ParameterLayout layout = new ParameterLayout();
    layout.declare("matrix", Initialiser.constant(0.5f), 2, 3);
    layout.declare("bias", Initialiser.constant(-0.5f), 3);
    return layout;
  }

  /** The engine's own norm of so long a vector is a thousandth too short. */
  @Test
  void theNormOfALongVectorIsThatOfDoubleArithmetic() {
    float[] values = new float[20_000_003];
    double squares = 0;
    for (int i = 0; i < values.length; i++) {
      values[i] = 0.5f + i % 7 * 0.25f;
      squares += (double) values[i] * values[i];
    }
    try (TensorScope memory = TensorScope.open(torch.manager())) {
      NDArray flat = Torch.floats(memory.manager(), values, values.length);
      double expected = Math.sqrt(squares);
      assertThat(AdamW.norm(flat)).isCloseTo(expected, within(2e-5 * expected));
      assertThat(Math.abs(flat.norm().getFloat() - expected)).isGreaterThan(2e-5 * expected);
    }
  }

  /**
   * What a checkpoint reads from a device passes through copies in the computer's memory. These
   * moments only say that they lie on a device, which is enough to make the copies.
   */
  @Test
  void readingMomentsFromADeviceLeavesNoCopyBehind() throws ReflectiveOperationException {
    Field device = PtNDArray.class.getDeclaredField("device");
    device.setAccessible(true);
    try (Parameters parameters =
            new Parameters(torch.manager(), layout(), layout().initialise(1), false);
        AdamW optimiser = new AdamW(torch.manager(), parameters, SETTINGS)) {
      BaseNDManager manager = (BaseNDManager) torch.manager();
      for (NDArray array : manager.getManagedArrays()) {
        device.set(array, Device.gpu());
      }
      int before = manager.getManagedArrays().size();
      Map<String, float[]> moments = optimiser.moments();
      optimiser.moments();
      assertThat(moments.get("mean.0")).containsOnly(0);
      assertThat(manager.getManagedArrays()).hasSize(before);
      for (NDArray array : manager.getManagedArrays()) {
        device.set(array, Device.cpu());
      }
    }
  }

  @Test
  void reportsWeightsThatAreNoNumbers() {
    Map<String, float[]> first = layout().initialise(1);
    try (Parameters good = new Parameters(torch.manager(), layout(), first, true)) {
      assertThat(good.finite()).isTrue();
    }
    for (float wrong : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      first.get("bias")[1] = wrong;
      try (Parameters bad = new Parameters(torch.manager(), layout(), first, true)) {
        assertThat(bad.finite()).isFalse();
      }
    }
  }

  /** Gradient of sum(w^3 * k): 3 k w^2. */
  private void backward(Parameters parameters, float factor) {
    try (TensorScope memory = TensorScope.open(torch.manager())) {
      torch.differentiate(
          () -> {
            Weights weights = parameters.weights();
            return weights
                .get("matrix")
                .square()
                .mul(weights.get("matrix"))
                .sum()
                .add(weights.get("bias").square().mul(weights.get("bias")).sum())
                .mul(Ops.scalar(memory.manager(), factor));
          });
    }
  }

  /** PyTorch's documented arithmetic in double precision. */
  private static double[] naive(double weight, double decay, int steps, double rate, double clip) {
    double mean = 0;
    double variance = 0;
    double matrix = weight;
    for (int step = 1; step <= steps; step++) {
      double gradient = 3 * matrix * matrix * clip;
      matrix -= rate * decay * matrix;
      mean = 0.9 * mean + 0.1 * gradient;
      variance = 0.999 * variance + 0.001 * gradient * gradient;
      double root = Math.sqrt(variance) / Math.sqrt(1 - Math.pow(0.999, step)) + 1e-8;
      matrix -= rate / (1 - Math.pow(0.9, step)) * mean / root;
    }
    return new double[] {matrix, mean, variance};
  }

  @Test
  void takesTheStepsOfPyTorchAndDecaysMatricesOnly() {
    try (Parameters parameters =
            new Parameters(torch.manager(), layout(), layout().initialise(1), true);
        AdamW optimiser = new AdamW(torch.manager(), parameters, SETTINGS)) {
      for (int step = 0; step < 5; step++) {
        backward(parameters, 1);
        optimiser.step(0.01);
      }
      assertThat(parameters.copy().get("matrix")[4])
          .isCloseTo((float) naive(0.5, 0.1, 5, 0.01, 1)[0], within(1e-6f));
      assertThat(parameters.copy().get("bias")[2])
          .isCloseTo((float) naive(-0.5, 0, 5, 0.01, 1)[0], within(1e-6f));
    }
  }

  @Test
  void reportsTheGlobalNormAndClipsToIt() {
    AdamW.Settings clipped = new AdamW.Settings(0.9, 0.999, 1e-8, 0, 1);
    try (Parameters parameters =
            new Parameters(torch.manager(), layout(), layout().initialise(1), true);
        AdamW optimiser = new AdamW(torch.manager(), parameters, clipped)) {
      backward(parameters, 1);
      double norm = optimiser.step(0.01);
      double gradient = 0.75; // 3 * 0.5^2, nine times
      assertThat(norm).isCloseTo(gradient * 3, within(1e-6));
      double scaled = gradient / norm;
      assertThat(optimiser.moments().get("mean.0")[0])
          .isCloseTo((float) (0.1 * scaled), within(1e-7f));
      assertThat(optimiser.moments().get("variance.1")[0])
          .isCloseTo((float) (0.001 * scaled * scaled), within(1e-8f));
    }
  }

  @Test
  void clearsTheGradientAfterAStep() {
    try (Parameters parameters =
            new Parameters(torch.manager(), layout(), layout().initialise(1), true);
        AdamW optimiser = new AdamW(torch.manager(), parameters, SETTINGS)) {
      backward(parameters, 1);
      optimiser.step(0);
      backward(parameters, 1);
      assertThat(optimiser.step(0)).isCloseTo(2.25, within(1e-6));
    }
  }

  @Test
  void leavesEverythingAloneWhereTheGradientIsNotFinite() {
    try (Parameters parameters =
            new Parameters(torch.manager(), layout(), layout().initialise(1), true);
        AdamW optimiser = new AdamW(torch.manager(), parameters, SETTINGS)) {
      backward(parameters, Float.NaN);
      assertThat(optimiser.step(0.01)).isNaN();
      assertThat(optimiser.steps()).isZero();
      assertThat(parameters.copy().get("matrix")).containsOnly(0.5f);
    }
  }

  @Test
  void resumesBitByBit() {
    Map<String, float[]> whole;
    Map<String, float[]> halfway;
    Map<String, float[]> moments;
    try (Parameters parameters =
            new Parameters(torch.manager(), layout(), layout().initialise(1), true);
        AdamW optimiser = new AdamW(torch.manager(), parameters, SETTINGS)) {
      for (int step = 0; step < 3; step++) {
        backward(parameters, 1);
        optimiser.step(0.01);
      }
      halfway = parameters.copy();
      moments = optimiser.moments();
      backward(parameters, 1);
      optimiser.step(0.01);
      whole = parameters.copy();
    }
    try (Parameters parameters = new Parameters(torch.manager(), layout(), halfway, true);
        AdamW optimiser = new AdamW(torch.manager(), parameters, SETTINGS)) {
      optimiser.restore(3, moments);
      backward(parameters, 1);
      optimiser.step(0.01);
      assertThat(parameters.copy().get("matrix")).containsExactly(whole.get("matrix"));
      assertThat(parameters.copy().get("bias")).containsExactly(whole.get("bias"));
    }
  }
}
