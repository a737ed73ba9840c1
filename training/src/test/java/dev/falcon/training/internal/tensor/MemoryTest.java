package dev.falcon.training.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.BaseNDManager;
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
        StepMemory.within(
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
}
