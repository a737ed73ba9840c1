// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import dev.falcon.data.FusedMultiplyAdd;
import java.util.Arrays;

/** Rectangular products in plain Java. */
public final class CrossScalarKernel implements CrossKernel {
  /** Rows in the given layout. */
  private record Rows(float[] vectors, int[] chosen, int dimension) implements Packed {}

  /**
   * Columns by block and component, since only loops over whole arrays become vector instructions.
   */
  private record Columns(float[][][] blocks) implements Packed {}

  @Override
  public Packed rows(float[] vectors, int count, int dimension) {
    int[] all = new int[count];
    Arrays.setAll(all, row -> row);
    return new Rows(Arrays.copyOf(vectors, count * dimension), all, dimension);
  }

  @Override
  public Packed rows(float[] vectors, int[] chosen, int dimension) {
    return new Rows(vectors, chosen, dimension);
  }

  @Override
  public Packed columns(float[] vectors, int count, int dimension) {
    float[][][] blocks = new float[Kernel.blocks(count)][dimension][BLOCK];
    for (int column = 0; column < count; column++) {
      float[][] block = blocks[column / BLOCK];
      for (int k = 0; k < dimension; k++) {
        block[k][column % BLOCK] = vectors[column * dimension + k];
      }
    }
    return new Columns(blocks);
  }

  @Override
  public void product(Packed left, int rowBlock, Packed right, int columnBlock, float[] block) {
    Rows rows = (Rows) left;
    float[][] columns = ((Columns) right).blocks()[columnBlock];
    float[] sums = new float[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      Arrays.fill(sums, 0f);
      int row = rowBlock * BLOCK + i;
      if (row < rows.chosen().length) {
        int from = rows.chosen()[row] * rows.dimension();
        for (int k = 0; k < columns.length; k++) {
          float factor = rows.vectors()[from + k];
          float[] column = columns[k];
          for (int j = 0; j < BLOCK; j++) {
            sums[j] = FusedMultiplyAdd.of(factor, column[j], sums[j]);
          }
        }
      }
      System.arraycopy(sums, 0, block, i * BLOCK, BLOCK);
    }
  }

  @Override
  public int within(float[] block, int at, float above, float most, int[] columns) {
    int found = 0;
    for (int j = 0; j < BLOCK; j++) {
      if (block[at + j] > above && block[at + j] <= most) {
        columns[found++] = j;
      }
    }
    return found;
  }

  @Override
  public int countAbove(float[] block, int at, int count, float bound) {
    int found = 0;
    for (int j = at; j < at + count; j++) {
      found += block[j] > bound ? 1 : 0;
    }
    return found;
  }
}
