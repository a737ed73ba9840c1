// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.npy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Writes a matrix of floats row by row, float32 or float16 (rounded to nearest, ties to even). The
 * number of rows is written into the header at the end. Holds at most one MiB in memory.
 */
public final class NpyWriter implements Closeable {
  private static final int BUFFER_BYTES = 1 << 20;

  private final FileChannel channel;
  private final NpyType type;
  private final int columns;
  private final ByteBuffer buffer;
  private long rows;

  /**
   * Starts a matrix.
   *
   * @param type {@link NpyType#FLOAT32} or {@link NpyType#FLOAT16}
   * @param columns the number of floats per row
   */
  public NpyWriter(Path file, NpyType type, int columns) throws IOException {
    if (type != NpyType.FLOAT32 && type != NpyType.FLOAT16) {
      throw new IllegalArgumentException("vectors are written as float32 or float16; type=" + type);
    }
    this.type = type;
    this.columns = columns;
    this.channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    int rowBytes = Math.multiplyExact(columns, type.bytes());
    this.buffer =
        ByteBuffer.allocateDirect(Math.max(BUFFER_BYTES, rowBytes)).order(ByteOrder.LITTLE_ENDIAN);
    buffer.put(header());
  }

  /** Appends the row that starts at the offset. */
  public void append(float[] values, int offset) throws IOException {
    if (buffer.remaining() < columns * type.bytes()) {
      flush();
    }
    if (type == NpyType.FLOAT32) {
      buffer.asFloatBuffer().put(values, offset, columns);
      buffer.position(buffer.position() + columns * type.bytes());
    } else {
      for (int i = 0; i < columns; i++) {
        buffer.putShort(Float16.ofFloat(values[offset + i]));
      }
    }
    rows++;
  }

  /** Finishes the file. */
  @Override
  public void close() throws IOException {
    try (channel) {
      flush();
      channel.position(0);
      buffer.put(header());
      flush();
    }
  }

  /** Closes the file without finishing it. */
  public void abandon() throws IOException {
    channel.close();
  }

  private byte[] header() {
    return NpyHeader.toWrite(type, List.of(rows, (long) columns)).encode();
  }

  private void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }
}
