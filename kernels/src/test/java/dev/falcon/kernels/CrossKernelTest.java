// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrossKernelTest {
  private static final int ROWS = 131;
  private static final int COLUMNS = 207;
  private static final int DIMENSION = 37;
  private static final int BLOCK = CrossKernel.BLOCK;

  private static float[] vectors(int rows, long seed) {
    RandomStream random = RandomStream.of(seed, "cross");
    float[] vectors = new float[rows * DIMENSION];
    for (int x = 0; x < vectors.length; x++) {
      vectors[x] = (float) random.nextGaussian();
    }
    return vectors;
  }

  private static void check(CrossKernel kernel) {
    float[] rows = vectors(ROWS, 1);
    float[] columns = vectors(COLUMNS, 2);
    CrossKernel.Packed left = kernel.rows(rows, ROWS, DIMENSION);
    CrossKernel.Packed right = kernel.columns(columns, COLUMNS, DIMENSION);
    float[] block = new float[BLOCK * BLOCK];
    for (int r = 0; r < Kernel.blocks(ROWS); r++) {
      for (int c = 0; c < Kernel.blocks(COLUMNS); c++) {
        kernel.product(left, r, right, c, block);
        for (int x = 0; x < block.length; x++) {
          int i = r * BLOCK + x / BLOCK;
          int j = c * BLOCK + x % BLOCK;
          float expected =
              i < ROWS && j < COLUMNS ? Kernel.cosine(rows, columns, DIMENSION, i, j) : 0;
          assertThat(block[x]).isEqualTo(expected);
        }
      }
    }
  }

  /** Of a few vectors, in any order, more than once, and in more than one block. */
  private static void checkChosen(CrossKernel kernel) {
    float[] rows = vectors(ROWS, 1);
    float[] columns = vectors(COLUMNS, 2);
    int[] chosen = new int[BLOCK + 3];
    Arrays.setAll(chosen, x -> x * 37 % ROWS);
    CrossKernel.Packed left = kernel.rows(rows, chosen, DIMENSION);
    CrossKernel.Packed right = kernel.columns(columns, COLUMNS, DIMENSION);
    float[] block = new float[BLOCK * BLOCK];
    for (int row = 0; row < chosen.length; row++) {
      for (int c = 0; c < Kernel.blocks(COLUMNS); c++) {
        kernel.product(left, row / BLOCK, right, c, block);
        for (int j = 0; j < BLOCK; j++) {
          int column = c * BLOCK + j;
          float expected =
              column < COLUMNS ? Kernel.cosine(rows, columns, DIMENSION, chosen[row], column) : 0;
          assertThat(block[row % BLOCK * BLOCK + j]).isEqualTo(expected);
        }
      }
    }
  }

  private static void scans(CrossKernel kernel) {
    float[] block = new float[BLOCK * BLOCK];
    float[] values = vectors(BLOCK, 5);
    System.arraycopy(values, 0, block, BLOCK, BLOCK);
    block[BLOCK + 3] = -0f;
    for (float low : new float[] {Float.NEGATIVE_INFINITY, -1, 0, block[BLOCK + 50], 2.2f, 9}) {
      for (float high : new float[] {Float.POSITIVE_INFINITY, low, 0, 2.5f, -3}) {
        List<Integer> within = new ArrayList<>();
        int above = 0;
        for (int j = 0; j < BLOCK; j++) {
          float value = block[BLOCK + j];
          if (value > low && value <= high) {
            within.add(j);
          }
          above += j < 77 && value > low ? 1 : 0;
        }
        int[] columns = new int[BLOCK];
        int found = kernel.within(block, BLOCK, low, high, columns);
        Arrays.sort(columns, 0, found);
        assertThat(Arrays.stream(columns, 0, found).boxed().toList()).isEqualTo(within);
        assertThat(kernel.countAbove(block, BLOCK, 77, low)).isEqualTo(above);
      }
    }
  }

  @Test
  void everyEntryIsTheFusedSumInAscendingOrder() {
    check(new CrossScalarKernel());
    check(Kernels.cross());
    checkChosen(new CrossScalarKernel());
    checkChosen(Kernels.cross());
  }

  @Test
  void scansCompareAsPlainJavaDoes() {
    scans(new CrossScalarKernel());
    scans(Kernels.cross());
  }
}
