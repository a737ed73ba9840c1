// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import java.util.Map;
import java.util.stream.IntStream;

/**
 * Rows of floats, stored in blocks because their number may exceed the length of a Java array: the
 * vectors of COCO's images under BLIP-2 are 4.6 billion floats.
 */
final class VectorTable {
  private static final int MOST_FLOATS = 1 << 28;

  private final int rows;
  private final int length;
  private final int blockRows;
  private final float[][] blocks;

  /**
   * Creates a table of zeros.
   *
   * @param length the length of a row
   */
  VectorTable(int rows, int length) {
    this(rows, length, Math.max(1, MOST_FLOATS / length));
  }

  /** Creates a table of zeros with this many rows per block. */
  VectorTable(int rows, int length, int blockRows) {
    this.rows = rows;
    this.length = length;
    this.blockRows = blockRows;
    this.blocks = new float[Math.max(1, (rows + blockRows - 1) / blockRows)][];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = new float[Math.min(blockRows, rows - i * blockRows) * length];
    }
  }

  /** Copies row {@code from} of the values to row {@code row} of the table. */
  void write(float[] values, int from, int row) {
    System.arraycopy(values, from * length, blocks[row / blockRows], at(row), length);
  }

  /** Returns some rows, concatenated. */
  float[] gather(int[] rows) {
    float[] gathered = new float[Math.multiplyExact(rows.length, length)];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(blocks[rows[i] / blockRows], at(rows[i]), gathered, i * length, length);
    }
    return gathered;
  }

  /** Returns the rows of zeros, ascending. */
  int[] zeros() {
    return IntStream.range(0, rows).filter(this::isZero).toArray();
  }

  private boolean isZero(int row) {
    float[] block = blocks[row / blockRows];
    return IntStream.range(at(row), at(row) + length).allMatch(i -> block[i] == 0);
  }

  private int at(int row) {
    return row % blockRows * length;
  }

  /** Copies the values of another table. */
  void set(VectorTable other) {
    for (int i = 0; i < blocks.length; i++) {
      System.arraycopy(other.blocks[i], 0, blocks[i], 0, blocks[i].length);
    }
  }

  /**
   * Adds the blocks to {@code values} under a name, which is followed by the block's number except
   * for the first block.
   */
  void save(String name, Map<String, float[]> values) {
    for (int i = 0; i < blocks.length; i++) {
      values.put(name(name, i), blocks[i]);
    }
  }

  /** Restores the blocks that {@link #save} has added. */
  void restore(String name, Map<String, float[]> values) {
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = values.get(name(name, i));
    }
  }

  private static String name(String name, int block) {
    return block == 0 ? name : name + "." + block;
  }
}
