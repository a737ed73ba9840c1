package dev.falcon.training.internal.loop.batch;

import java.util.Map;
import java.util.stream.IntStream;

/**
 * Rows of floats in blocks, since their number may exceed a Java array's length: COCO's images
 * under BLIP-2 are 4.6 billion floats.
 */
final class VectorTable {
  private static final int MOST_FLOATS = 1 << 28;

  private final int rows;
  private final int length;
  private final int blockRows;
  private final float[][] blocks;

  /**
   * Zeros.
   *
   * @param length of a row
   */
  VectorTable(int rows, int length) {
    this(rows, length, Math.max(1, MOST_FLOATS / length));
  }

  /** With this many rows per block. */
  VectorTable(int rows, int length, int blockRows) {
    this.rows = rows;
    this.length = length;
    this.blockRows = blockRows;
    this.blocks = new float[Math.max(1, (rows + blockRows - 1) / blockRows)][];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = new float[Math.min(blockRows, rows - i * blockRows) * length];
    }
  }

  /** Puts the values' row into the table's. */
  void write(float[] values, int from, int row) {
    System.arraycopy(values, from * length, blocks[row / blockRows], at(row), length);
  }

  /** Some rows, concatenated. */
  float[] gather(int[] rows) {
    float[] gathered = new float[Math.multiplyExact(rows.length, length)];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(blocks[rows[i] / blockRows], at(rows[i]), gathered, i * length, length);
    }
    return gathered;
  }

  /** The rows of zeros, ascending. */
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

  /** Takes another table's values. */
  void set(VectorTable other) {
    for (int i = 0; i < blocks.length; i++) {
      System.arraycopy(other.blocks[i], 0, blocks[i], 0, blocks[i].length);
    }
  }

  /** Adds the blocks under a name, followed by their number except for the first. */
  void save(String name, Map<String, float[]> values) {
    for (int i = 0; i < blocks.length; i++) {
      values.put(name(name, i), blocks[i]);
    }
  }

  /** The reverse of {@link #save}. */
  void restore(String name, Map<String, float[]> values) {
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = values.get(name(name, i));
    }
  }

  private static String name(String name, int block) {
    return block == 0 ? name : name + "." + block;
  }
}
