// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import org.junit.jupiter.api.Test;

class KernelsTest {
  private static final int ROWS = 100;
  private static final int DIMENSION = 3;

  private static float[] vectors(int seed) {
    RandomStream random = RandomStream.of(seed, "vectors");
    float[] vectors = new float[ROWS * DIMENSION];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = (float) random.nextDouble() - 0.5f;
    }
    return vectors;
  }

  @Test
  void spacesBeforeAndAfterTheChangeHaveTheSameBits() {
    float[] images = vectors(1);
    float[] texts = vectors(2);
    Kernel fastest = Kernels.fastest();
    Kernel kernel =
        new Kernels.WarmingKernel(new ScalarKernel(), fastest, 2 * ROWS * ROWS * DIMENSION);
    Kernel.Packed packed = null;
    for (int space = 0; space < 3; space++) {
      packed = kernel.pack(images, texts, ROWS, DIMENSION, packed);
      Kernel.Packed same = fastest.pack(images, texts, ROWS, DIMENSION);
      assertThat(packed.getClass() == same.getClass()).isEqualTo(space > 0);
      for (int i = 0; i < ROWS; i++) {
        float[] row = new float[ROWS];
        float[] expected = new float[ROWS];
        packed.row(i, row);
        same.row(i, expected);
        assertThat(row).isEqualTo(expected);
        assertThat(kernel.countBelow(row, ROWS, 0)).isEqualTo(fastest.countBelow(row, ROWS, 0));
      }
    }
    assertThat(kernel.describe()).isEqualTo(fastest.describe());
  }
}
