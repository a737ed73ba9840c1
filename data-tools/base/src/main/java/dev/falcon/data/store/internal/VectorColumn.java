// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.file.FileReads;
import dev.falcon.data.npy.Float16;
import dev.falcon.data.store.VectorType;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The vectors of one shard. They are in blocks: one in an {@code .npy} file, one per record batch
 * in an Arrow file; within a block rows are contiguous.
 */
public final class VectorColumn {
  /** The maximum number of components per read; a file's window covers as many from any start. */
  private static final int MOST_COMPONENTS = 1 << 20;

  private final Optional<Place> place;
  private final Supplier<FileWindows> windows;
  private final VectorType type;
  private final int dimension;
  private final long[] firstRows;
  private final long[] positions;

  /**
   * The origin of the blocks' positions.
   *
   * @param begin the position of the origin in the file, in bytes
   */
  public record Place(Path file, long begin) {}

  /**
   * @param place the file and the position in it that is position 0 of the windows; empty for a
   *     copy in a file without a name
   * @param windows supplies the windows of the file at every read
   * @param firstRows the number of each block's first row within the shard; the first is 0
   * @param positions the positions of the blocks, in bytes
   */
  public VectorColumn(
      Optional<Place> place,
      Supplier<FileWindows> windows,
      VectorType type,
      int dimension,
      long[] firstRows,
      long[] positions) {
    this.place = place;
    this.windows = windows;
    this.type = type;
    this.dimension = dimension;
    this.firstRows = firstRows;
    this.positions = positions;
  }

  /**
   * Reads one vector as stored, not normalised.
   *
   * @param row the number of the row within the shard
   * @param scratch at least as long as a vector; used for half precision
   */
  public void read(long row, float[] target, int offset, short[] scratch) {
    read(block(row), row, 1, target, offset, scratch);
  }

  /**
   * Like {@link #read}, for consecutive rows from {@code row} (inclusive) to {@code end}
   * (exclusive).
   */
  public void readRange(long row, long end, float[] target, int offset, short[] scratch) {
    while (row < end) {
      int block = block(row);
      int count = atOnce(block, row, end);
      read(block, row, count, target, offset, scratch);
      row += count;
      offset += count * dimension;
    }
  }

  /** Reads consecutive rows as stored: little-endian components. */
  public void readBytes(long row, long end, byte[] target) {
    int rowBytes = dimension * type.bytes();
    int offset = 0;
    FileWindows file = windows.get();
    while (row < end) {
      int block = block(row);
      int bytes = atOnce(block, row, end) * rowBytes;
      file.read(positions[block] + (row - firstRows[block]) * rowBytes, target, offset, bytes);
      row += bytes / rowBytes;
      offset += bytes;
    }
  }

  /** Returns the number of rows, starting with this one, that can be read at once. */
  private int atOnce(int block, long row, long end) {
    long blockEnd = block + 1 < firstRows.length ? firstRows[block + 1] : end;
    return (int) Math.min(Math.max(1, MOST_COMPONENTS / dimension), Math.min(end, blockEnd) - row);
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
    FileWindows file = windows.get();
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

  /** Returns whether the vectors lie in a file that has a name, so that it can be read. */
  public boolean isInFile() {
    return place.isPresent();
  }

  /** Returns the file, for positional reads. */
  public Path path() {
    return place.orElseThrow().file();
  }

  /**
   * Like {@link #read}, but reads the file instead of its map. In a store larger than memory, a map
   * would read ahead around every row that is touched.
   */
  public void read(FileChannel channel, long row, float[] target, int offset) throws IOException {
    int block = block(row);
    int bytes = dimension * type.bytes();
    long position =
        place.orElseThrow().begin() + positions[block] + (row - firstRows[block]) * bytes;
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (!FileReads.fill(channel, position, buffer)) {
      throw new EOFException("it ends before its row " + row);
    }
    buffer.flip();
    if (type == VectorType.FLOAT32) {
      buffer.asFloatBuffer().get(target, offset, dimension);
      return;
    }
    for (int i = 0; i < dimension; i++) {
      target[offset + i] = Float16.toFloat(buffer.getShort());
    }
  }
}
