// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.BaseNDManager;
import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.tensor.ParameterLayout.Initialiser;
import org.junit.jupiter.api.Test;

class MemoryTest {
  /** An operation on a parameter attaches its result to the run's manager, where it would stay. */
  @Test
  void aStepLeavesNothingBehind() {
    ParameterLayout layout = new ParameterLayout();
    layout.declare("matrix", Initialiser.constant(0.5f), 3, 3);
    layout.declare("bias", Initialiser.constant(0.5f), 3);
    try (Torch torch = Torch.open("cpu", 1);
        Parameters parameters =
            new Parameters(torch.manager(), layout, layout.initialise(1), true);
        AdamW optimiser =
            new AdamW(torch.manager(), parameters, new AdamW.Settings(0.9, 0.999, 1e-8, 0.1, 1))) {
      int before = ((BaseNDManager) torch.manager()).getManagedArrays().size();
      for (int step = 0; step < 5; step++) {
        TensorScope.within(
            torch.manager(),
            manager ->
                torch.differentiate(
                    () -> {
                      Weights weights = parameters.weights();
                      return weights.get("matrix").add(weights.get("bias")).square().sum();
                    }));
        optimiser.step(0.01);
      }
      assertThat(((BaseNDManager) torch.manager()).getManagedArrays()).hasSize(before);
      assertThat(before).as("values, moments, views of values").isEqualTo(2 + 4 + 5);
    }
  }

  /** What a piece made on its way is gone when it ends; its result when the memory around it is. */
  @Test
  void aPieceLeavesItsResultToTheMemoryAroundIt() {
    try (Torch torch = Torch.open("cpu", 1)) {
      NDArray result;
      try (TensorScope memory = TensorScope.open(torch.manager())) {
        NDArray x = Torch.floats(memory.manager(), new float[] {1, 2}, 2);
        NDArray[] between = new NDArray[1];
        result =
            TensorScope.piece(
                () -> {
                  between[0] = x.square();
                  return between[0].add(x);
                });
        assertThat(between[0].isReleased()).isTrue();
        assertThat(result.toFloatArray()).containsExactly(2, 6);
        assertThat(x.isReleased()).isFalse();
      }
      assertThat(result.isReleased()).isTrue();
    }
  }

  /** The graph holds on to what the backward pass needs of it. */
  @Test
  void gradientsFlowThroughAPiece() {
    ParameterLayout layout = new ParameterLayout();
    layout.declare("x", Initialiser.constant(3), 1);
    try (Torch torch = Torch.open("cpu", 1);
        Parameters parameters =
            new Parameters(torch.manager(), layout, layout.initialise(1), true);
        AdamW optimiser =
            new AdamW(torch.manager(), parameters, new AdamW.Settings(0, 0, 1, 0, 0))) {
      TensorScope.within(
          torch.manager(),
          manager ->
              torch.differentiate(
                  () -> {
                    NDArray x = parameters.weights().get("x");
                    return TensorScope.piece(() -> x.square().square()).sum();
                  }));
      assertThat(optimiser.step(0)).as("4 x^3").isEqualTo(108);
    }
  }
}
