// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TorchValuesTest {
  /** All pass through one buffer: what comes later must not show in what came before. */
  @Test
  void tensorsKeepTheirValuesWhenOthersFollow() {
    try (Torch torch = Torch.open("cpu", 1);
        TensorScope memory = TensorScope.open(torch.manager())) {
      NDArray floats = Torch.floats(memory.manager(), new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
      NDArray none = Torch.indices(memory.manager(), new long[0]);
      NDArray indices = Torch.indices(memory.manager(), new int[] {7, -8});
      NDArray doubles = Torch.doubles(memory.manager(), new double[] {0.1});
      float[] many = new float[1000];
      Arrays.fill(many, 9);
      NDArray larger = Torch.floats(memory.manager(), many, 10, 100);

      assertThat(floats.toFloatArray()).containsExactly(1, 2, 3, 4, 5, 6);
      assertThat(floats.getShape().getShape()).containsExactly(3, 2);
      assertThat(none.isEmpty()).isTrue();
      assertThat(none.getDataType()).isEqualTo(DataType.INT64);
      assertThat(indices.toLongArray()).containsExactly(7, -8);
      assertThat(doubles.toDoubleArray()).containsExactly(0.1);
      assertThat(larger.toFloatArray()).containsExactly(many);
    }
  }

  @Test
  void valuesAreCopiedIntoMemoryThatIsThere() {
    try (Torch torch = Torch.open("cpu", 1);
        TensorScope memory = TensorScope.open(torch.manager())) {
      NDArray table = Torch.floats(memory.manager(), new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
      float[] values = new float[6];
      Torch.copy(table, values);
      assertThat(values).containsExactly(1, 2, 3, 4, 5, 6);
      Torch.copy(table.transpose(), values);
      assertThat(values)
          .as("a view that does not lie in its order")
          .containsExactly(1, 4, 2, 5, 3, 6);
    }
  }
}
