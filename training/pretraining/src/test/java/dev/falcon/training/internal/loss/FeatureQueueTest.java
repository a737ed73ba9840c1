// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureQueueTest {
  private static final int SIZE = 7;
  private static final int WIDTH = 2;

  /** Against an array that is written value by value, over batches that do and do not divide 7. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7})
  void theOldestAreOverwritten(int rows) {
    float[] ring = new float[SIZE * WIDTH];
    try (Torch torch = Torch.open("cpu", 1)) {
      FeatureQueue queue = FeatureQueue.of(torch.manager(), ring, SIZE);
      long before = 0;
      for (int step = 0; step < 9; step++) {
        float[] batch = new float[rows * WIDTH];
        for (int i = 0; i < rows; i++) {
          for (int k = 0; k < WIDTH; k++) {
            batch[i * WIDTH + k] = 100 * step + 10 * i + k + 1;
            ring[(int) ((before + i) % SIZE) * WIDTH + k] = batch[i * WIDTH + k];
          }
        }
        try (TensorScope memory = TensorScope.open(torch.manager())) {
          queue.append(Torch.floats(memory.manager(), batch, rows, WIDTH), before);
        }
        before += rows;
        assertThat(queue.values()).as("after step %d", step).containsExactly(ring);
      }
    }
  }

  @Test
  void beginsWithRandomUnitVectors() {
    int width = 16;
    float[] vectors = FeatureQueue.random(500, width, RandomStream.of(2, "queue"));
    double mean = 0;
    for (int row = 0; row < 500; row++) {
      double squares = 0;
      for (int k = 0; k < width; k++) {
        float value = vectors[row * width + k];
        squares += value * value;
        mean += value / vectors.length;
      }
      assertThat(squares).isCloseTo(1, within(1e-5));
    }
    // The deviation of the mean of 8,000 values of variance 1/16 is 0.0028.
    assertThat(mean).isCloseTo(0, within(0.014));
    assertThat(vectors).isNotEqualTo(FeatureQueue.random(500, width, RandomStream.of(3, "queue")));
  }
}
