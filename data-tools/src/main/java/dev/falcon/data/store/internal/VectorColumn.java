package dev.falcon.data.store.internal;

import dev.falcon.data.Float16;
import dev.falcon.data.store.VectorType;
import java.util.Arrays;

/**
 * The vectors of one shard. They lie in blocks: one in an {@code .npy} file, one a record batch in
 * an Arrow file; within a block row follows row.
 */
public final class VectorColumn {
  /** What is read at once; a file's window holds that much from wherever it begins. */
  private static final int MOST_COMPONENTS = 1 << 20;

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
    read(block(row), row, 1, target, offset, scratch);
  }

  /** As {@link #read}, of consecutive rows from {@code row} to before {@code end}. */
  public void readRange(long row, long end, float[] target, int offset, short[] scratch) {
    int most = Math.max(1, MOST_COMPONENTS / dimension);
    while (row < end) {
      int block = block(row);
      long blockEnd = block + 1 < firstRows.length ? firstRows[block + 1] : end;
      int count = (int) Math.min(most, Math.min(end, blockEnd) - row);
      read(block, row, count, target, offset, scratch);
      row += count;
      offset += count * dimension;
    }
  }

  private int block(long row) {
    if (firstRows.length == 1) {
      return 0;
    }
    int found = Arrays.binarySearch(firstRows, row);
    return found >= 0 ? found : -found - 2;
  }

  private void read(int block, long row, int count, float[] target, int offset, short[] scratch) {
    long rowBytes = (long) dimension * type.bytes();
    long position = positions[block] + (row - firstRows[block]) * rowBytes;
    if (type == VectorType.FLOAT32) {
      file.read(position, target, offset, count * dimension);
      return;
    }
    for (int r = 0; r < count; r++) {
      file.read(position + r * rowBytes, scratch, dimension);
      for (int i = 0; i < dimension; i++) {
        target[offset + r * dimension + i] = Float16.toFloat(scratch[i]);
      }
    }
  }
}
