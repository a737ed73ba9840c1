// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import dev.falcon.data.FusedMultiplyAdd;
import java.util.Arrays;

/**
 * The kernel for a JVM without the Vector API. Columns are arranged so that the inner loop iterates
 * over whole arrays from index 0, the only form that HotSpot compiles to fused vector instructions.
 */
public final class ScalarKernel implements Kernel {
  @Override
  public String describe() {
    return "plain Java";
  }

  @Override
  public OnePerRow pack(float[] image, float[] text, int rows, int dimension, Packed spent) {
    // The memory of a space of the same size is zero except in the rows that are overwritten.
    boolean fits = spent instanceof Space old && old.rows == rows && old.dimension == dimension;
    float[][][] imageColumns = fits ? ((Space) spent).imageColumns : allocate(rows, dimension);
    float[][][] textColumns = fits ? ((Space) spent).textColumns : allocate(rows, dimension);
    fillColumns(image, rows, dimension, imageColumns);
    fillColumns(text, rows, dimension, textColumns);
    return new Space(image, text, imageColumns, textColumns, rows, dimension);
  }

  @Override
  public void bin(float[] row, int count, float scale, float bias, int[] bins, int binCount) {
    float top = Bins.ORIGIN + (binCount - 1);
    for (int j = 0; j < count; j++) {
      float x = Math.min(Math.max(FusedMultiplyAdd.of(row[j], scale, bias), Bins.ORIGIN), top);
      bins[j] = Float.floatToRawIntBits(x) & (binCount - 1);
    }
  }

  @Override
  public int split(float[] row, int count, float low, float high, long[] below, long[] keys) {
    int found = 0;
    for (int from = 0; from < count; from += Long.SIZE) {
      long bits = 0;
      for (int j = from; j < Math.min(count, from + Long.SIZE); j++) {
        float x = row[j];
        if (x < low) {
          bits |= 1L << j;
        } else if (x <= high) {
          keys[found++] = Keys.of(x, j);
        }
      }
      below[from / Long.SIZE] = bits;
    }
    return found;
  }

  @Override
  public int countBelow(float[] row, int count, float threshold) {
    int found = 0;
    for (int j = 0; j < count; j++) {
      found += row[j] < threshold ? 1 : 0;
    }
    return found;
  }

  @Override
  public void exceeding(
      float[] forth,
      float[] back,
      int at,
      float[] columnBounds,
      int column,
      float rowBound,
      int[] found) {
    Arrays.fill(found, 0);
    for (int j = 0; j < BLOCK; j++) {
      if (forth[at + j] > columnBounds[column + j] || back[at + j] > rowBound) {
        found[j / Integer.SIZE] |= 1 << j;
      }
    }
  }

  private static float[][][] allocate(int rows, int dimension) {
    return new float[Kernel.blocks(rows)][dimension][BLOCK];
  }

  /** Transposes into [block][dimension][BLOCK]. */
  private static void fillColumns(float[] vectors, int rows, int dimension, float[][][] packed) {
    for (int row = 0; row < rows; row++) {
      float[][] block = packed[row / BLOCK];
      for (int k = 0; k < dimension; k++) {
        block[k][row % BLOCK] = vectors[row * dimension + k];
      }
    }
  }

  private record Space(
      float[] image,
      float[] text,
      float[][][] imageColumns,
      float[][][] textColumns,
      int rows,
      int dimension)
      implements OnePerRow {
    @Override
    public void sum(float[] forth, float[] back) {
      for (int x = 0; x < BLOCK * BLOCK; x++) {
        forth[x] = (forth[x] + back[x]) + 0f;
      }
    }

    @Override
    public void products(int rowBlock, int columnBlock, float[] forth, float[] back) {
      float[] sums = new float[BLOCK];
      for (int i = 0; i < BLOCK; i++) {
        int row = rowBlock * BLOCK + i;
        if (row >= rows) {
          Arrays.fill(forth, i * BLOCK, (i + 1) * BLOCK, 0f);
          Arrays.fill(back, i * BLOCK, (i + 1) * BLOCK, 0f);
          continue;
        }
        // Into a separate row that is then copied, since only whole arrays become vector
        // instructions.
        product(image, row * dimension, textColumns[columnBlock], sums);
        System.arraycopy(sums, 0, forth, i * BLOCK, BLOCK);
        product(text, row * dimension, imageColumns[columnBlock], sums);
        System.arraycopy(sums, 0, back, i * BLOCK, BLOCK);
      }
    }

    @Override
    public Packed withImages(float[] others) {
      float[][][] columns = allocate(rows, dimension);
      fillColumns(others, rows, dimension, columns);
      return new Space(others, text, columns, textColumns, rows, dimension);
    }

    @Override
    public Products of(int[] chosen, int from, int count) {
      float[] images = new float[count * dimension];
      float[] texts = new float[count * dimension];
      for (int x = 0; x < count; x++) {
        int own = chosen[from + x] * dimension;
        System.arraycopy(image, own, images, x * dimension, dimension);
        System.arraycopy(text, own, texts, x * dimension, dimension);
      }
      return new Space(images, texts, imageColumns, textColumns, count, dimension);
    }

    @Override
    public void row(int i, float[] row) {
      float[] forth = new float[BLOCK];
      float[] back = new float[BLOCK];
      for (int block = 0; block < textColumns.length; block++) {
        product(image, i * dimension, textColumns[block], forth);
        product(text, i * dimension, imageColumns[block], back);
        int from = block * BLOCK;
        for (int j = from; j < Math.min(rows, from + BLOCK); j++) {
          row[j] = (forth[j - from] + back[j - from]) + 0f;
        }
      }
    }

    private static void product(float[] left, int offset, float[][] columns, float[] sums) {
      Arrays.fill(sums, 0f);
      for (int k = 0; k < columns.length; k++) {
        float factor = left[offset + k];
        float[] column = columns[k];
        for (int j = 0; j < BLOCK; j++) {
          sums[j] = FusedMultiplyAdd.of(factor, column[j], sums[j]);
        }
      }
    }
  }
}
