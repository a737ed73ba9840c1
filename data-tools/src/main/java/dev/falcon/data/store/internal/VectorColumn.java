package dev.falcon.data.store.internal;

import dev.falcon.data.Float16;
import dev.falcon.data.store.VectorType;
import java.util.Arrays;

/**
 * The vectors of one shard. They lie in blocks: one in an {@code .npy} file, one a record batch in
 * an Arrow file; within a block row follows row.
 */
public final class VectorColumn {
  private final FileWindows file;
  private final VectorType type;
  private final int dimension;
  private final long[] firstRows;
  private final long[] positions;

  /**
   * @param firstRows the number of each block's first row within the shard; the first is 0
   * @param positions where each block begins in the file, in bytes
   */
  VectorColumn(
      FileWindows file, VectorType type, int dimension, long[] firstRows, long[] positions) {
    this.file = file;
    this.type = type;
    this.dimension = dimension;
    this.firstRows = firstRows;
    this.positions = positions;
  }

  /**
   * Reads one vector as it lies in the file, not normalised.
   *
   * @param row within the shard
   * @param scratch at least as long as a vector; used for half precision
   */
  public void read(long row, float[] target, int offset, short[] scratch) {
    int block = 0;
    if (firstRows.length > 1) {
      int found = Arrays.binarySearch(firstRows, row);
      block = found >= 0 ? found : -found - 2;
    }
    long rowBytes = (long) dimension * type.bytes();
    long position = positions[block] + (row - firstRows[block]) * rowBytes;
    if (type == VectorType.FLOAT32) {
      file.read(position, target, offset, dimension);
      return;
    }
    file.read(position, scratch, dimension);
    for (int i = 0; i < dimension; i++) {
      target[offset + i] = Float16.toFloat(scratch[i]);
    }
  }
}
