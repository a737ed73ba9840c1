// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.falcon.data.RandomStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttentionOpTest {
  private static final Shape SHAPE = new Shape(2, 3, 5, 4); // rows, heads, tokens, width

  /** The fused operation against the formula, value by value and in all three gradients. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isTheFormulaAndSoAreItsGradients(boolean masked) {
    try (Torch torch = Torch.open("cpu", 1);
        NDManager manager = torch.manager().newSubManager()) {
      NDArray mask = masked ? mask(manager) : null;
      float[][] fused = new float[4][];
      float[][] plain = new float[4][];
      run(torch, manager, fused, (q, k, v) -> Ops.attention(q, k, v, mask, 0));
      run(
          torch,
          manager,
          plain,
          (q, k, v) -> {
            NDArray scores = Ops.scale(q, 0.5f).matMul(k.transpose(0, 1, 3, 2));
            return (mask == null ? scores : scores.add(mask)).softmax(-1).matMul(v);
          });
      for (int i = 0; i < fused.length; i++) {
        assertThat(fused[i]).containsExactly(plain[i], within(1e-5f));
      }
    }
  }

  private interface Form {
    NDArray of(NDArray query, NDArray key, NDArray value);
  }

  /** Its values, then the gradients of the sum of their squares. */
  private static void run(Torch torch, NDManager manager, float[][] found, Form form) {
    NDArray[] inputs = new NDArray[3];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = random(manager, i);
      inputs[i].setRequiresGradient(true);
    }
    torch.differentiate(
        () -> {
          NDArray seen = form.of(inputs[0], inputs[1], inputs[2]);
          found[0] = seen.stopGradient().toFloatArray();
          return seen.square().sum();
        });
    for (int i = 0; i < inputs.length; i++) {
      found[i + 1] = inputs[i].getGradient().toFloatArray();
    }
  }

  private static NDArray random(NDManager manager, int which) {
    RandomStream random = RandomStream.of(which, "values");
    float[] values = new float[(int) SHAPE.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return Torch.floats(manager, values, SHAPE.getShape());
  }

  /** The second row's last two tokens are hidden. */
  private static NDArray mask(NDManager manager) {
    float[] hidden = new float[10];
    hidden[8] = -10_000;
    hidden[9] = -10_000;
    return Torch.floats(manager, hidden, 2, 1, 1, 5);
  }
}
