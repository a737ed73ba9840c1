// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Rectangular products on the Vector API. */
public final class CrossVectorKernel implements CrossKernel {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTEGERS = SPECIES.withLanes(int.class);
  private static final int LANES = SPECIES.length();

  /** Panels of a tile's rows or columns. */
  private record Panels(float[] values, int count, int dimension) implements Packed {
    /** Returns the number of vectors in a block. */
    int inBlock(int block) {
      return Math.min(BLOCK, count - block * BLOCK);
    }
  }

  /**
   * Rows where they are.
   *
   * @param offsets the offset of each row, in whole panels: the last is repeated
   */
  private record Chosen(float[] values, int[] offsets, int count, int dimension)
      implements Packed {}

  @Override
  public Packed rows(float[] vectors, int count, int dimension) {
    return panels(vectors, count, dimension, VectorTiles.ROWS);
  }

  @Override
  public Packed rows(float[] vectors, int[] chosen, int dimension) {
    int panels = (chosen.length + VectorTiles.ROWS - 1) / VectorTiles.ROWS;
    int[] offsets = new int[panels * VectorTiles.ROWS];
    for (int row = 0; row < offsets.length; row++) {
      offsets[row] = chosen[Math.min(row, chosen.length - 1)] * dimension;
    }
    return new Chosen(vectors, offsets, chosen.length, dimension);
  }

  @Override
  public Packed columns(float[] vectors, int count, int dimension) {
    return panels(vectors, count, dimension, VectorTiles.COLUMNS);
  }

  private static Packed panels(float[] vectors, int count, int dimension, int width) {
    int padded = Kernel.blocks(count) * BLOCK;
    return new Panels(
        VectorTiles.panels(vectors, count, dimension, padded, width), count, dimension);
  }

  @Override
  public void product(Packed left, int rowBlock, Packed right, int columnBlock, float[] block) {
    if (left instanceof Chosen chosen) {
      product(chosen, rowBlock, (Panels) right, columnBlock, block);
      return;
    }
    float[] rows = ((Panels) left).values();
    float[] columns = ((Panels) right).values();
    int dimension = ((Panels) left).dimension();
    int rowEnd = ((Panels) left).inBlock(rowBlock);
    int columnEnd = ((Panels) right).inBlock(columnBlock);
    if (rowEnd < BLOCK || columnEnd < BLOCK) {
      Arrays.fill(block, 0); // tiles without vectors are left out
    }
    for (int j = 0; j < columnEnd; j += VectorTiles.COLUMNS) {
      int columnPanel = (columnBlock * BLOCK + j) * dimension;
      for (int i = 0; i < rowEnd; i += VectorTiles.ROWS) {
        int rowPanel = (rowBlock * BLOCK + i) * dimension;
        VectorTiles.multiply(
            rows, rowPanel, columns, columnPanel, dimension, block, i * BLOCK + j, BLOCK);
      }
    }
  }

  /** Takes some rows with all columns, so that the rows are read from memory once. */
  private static void product(
      Chosen left, int rowBlock, Panels right, int columnBlock, float[] block) {
    int dimension = left.dimension();
    int rowEnd = Math.min(BLOCK, left.count() - rowBlock * BLOCK);
    int columnEnd = right.inBlock(columnBlock);
    if (columnEnd < BLOCK) {
      Arrays.fill(block, 0);
    }
    for (int i = 0; i < rowEnd; i += VectorTiles.ROWS) {
      for (int j = 0; j < columnEnd; j += VectorTiles.COLUMNS) {
        VectorTiles.multiply(
            left.values(),
            left.offsets(),
            rowBlock * BLOCK + i,
            right.values(),
            (columnBlock * BLOCK + j) * dimension,
            dimension,
            block,
            i * BLOCK + j,
            BLOCK);
      }
    }
  }

  /**
   * Uses the signs of differences, since a VectorMask would be boxed on JDK 17. Every lane collects
   * one bit of each vector of the row, that of the first vector in the highest place. A row without
   * such values then takes one pass over registers, and a row with few is not searched again.
   */
  @Override
  public int within(float[] block, int at, float above, float most, int[] columns) {
    FloatVector lows = FloatVector.broadcast(SPECIES, above);
    FloatVector highs = FloatVector.broadcast(SPECIES, most);
    IntVector found = IntVector.zero(INTEGERS);
    for (int j = at; j < at + BLOCK; j += LANES) {
      FloatVector x = FloatVector.fromArray(SPECIES, block, j);
      IntVector enough = lows.sub(x).reinterpretAsInts();
      IntVector tooMuch = highs.sub(x).reinterpretAsInts();
      IntVector bits =
          enough
              .lanewise(VectorOperators.AND_NOT, tooMuch)
              .lanewise(VectorOperators.LSHR, Integer.SIZE - 1);
      found = found.add(found).lanewise(VectorOperators.OR, bits);
    }
    return found.reduceLanes(VectorOperators.OR) == 0 ? 0 : columns(found, columns);
  }

  private static int columns(IntVector found, int[] columns) {
    int[] lanes = new int[LANES];
    found.intoArray(lanes, 0);
    int count = 0;
    for (int lane = 0; lane < LANES; lane++) {
      for (int bits = lanes[lane]; bits != 0; bits &= bits - 1) {
        int vector = BLOCK / LANES - 1 - Integer.numberOfTrailingZeros(bits);
        columns[count++] = vector * LANES + lane;
      }
    }
    return count;
  }

  @Override
  public int countAbove(float[] block, int at, int count, float bound) {
    FloatVector bounds = FloatVector.broadcast(SPECIES, bound);
    IntVector above = IntVector.zero(INTEGERS);
    int whole = at + SPECIES.loopBound(count);
    for (int j = at; j < whole; j += LANES) {
      above =
          above.add(
              bounds
                  .sub(FloatVector.fromArray(SPECIES, block, j))
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.LSHR, 31));
    }
    int found = above.reduceLanes(VectorOperators.ADD);
    for (int j = whole; j < at + count; j++) {
      found += block[j] > bound ? 1 : 0;
    }
    return found;
  }
}
