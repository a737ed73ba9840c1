// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The vectors of a part in a temporary file. Those of a search space are together, in the order of
 * their arrival, each with its place. Many rows are thus written at a time, and a search space is
 * read sequentially.
 *
 * <p>Memory: {@value #BUDGET} bytes of rows that are not written yet, or one row per search space.
 */
final class ShuffledVectors implements AutoCloseable {
  private static final int BUDGET = 8 << 20;
  private static final int MOST_BUFFER = 1 << 16;
  private static final int READ_BYTES = 1 << 20;

  private final int entryBytes; // of a place and its vectors
  private final int[] starts; // the first place of each search space, and the end of the last
  private final int[] written; // number of rows in the file, by search space
  private final ByteBuffer[] waiting; // rows that are not written yet, by search space
  private final Path file;
  private final FileChannel channel;

  /** Receives the vectors of a row in their stored form. */
  @FunctionalInterface
  interface Taker {
    void take(int place, ByteBuffer vectors);
  }

  /**
   * Creates an empty file.
   *
   * @param vectorBytes the bytes of a row's vectors
   * @param starts the first place of each search space, and the end of the last
   */
  ShuffledVectors(int vectorBytes, int[] starts) {
    this.entryBytes = Integer.BYTES + vectorBytes;
    this.starts = starts;
    this.written = new int[starts.length - 1];
    this.waiting = new ByteBuffer[written.length];
    int rows = Math.max(1, Math.min(MOST_BUFFER, BUDGET / written.length) / entryBytes);
    Arrays.setAll(
        waiting,
        space ->
            ByteBuffer.allocate(Math.min(rows, size(space)) * entryBytes)
                .order(ByteOrder.LITTLE_ENDIAN));
    file = LocalDisks.file("falcon-part-", ".rows");
    try {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be opened: " + e.getMessage(), e);
    }
  }

  private int size(int space) {
    return starts[space + 1] - starts[space];
  }

  private int spaceOf(int place) {
    int found = Arrays.binarySearch(starts, place);
    return found >= 0 ? found : -found - 2;
  }

  /** Adds a row. No other row may have its place. */
  void add(int place, ByteBuffer vectors) {
    int space = spaceOf(place);
    waiting[space].putInt(place).put(vectors);
    if (!waiting[space].hasRemaining()) {
      write(space);
    }
  }

  /** Writes the remaining rows; no row may be added afterwards. */
  void finish() {
    for (int space = 0; space < waiting.length; space++) {
      write(space);
      waiting[space] = null;
    }
  }

  private long offset(int space, int row) {
    return (long) (starts[space] + row) * entryBytes;
  }

  private void write(int space) {
    ByteBuffer rows = waiting[space].flip();
    long at = offset(space, written[space]);
    written[space] += rows.remaining() / entryBytes;
    try {
      while (rows.hasRemaining()) {
        at += channel.write(rows, at);
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
    rows.clear();
  }

  /**
   * Passes all rows of a search space to a taker, in any order.
   *
   * @param first the first place of the search space
   * @param rows the number of its rows
   */
  void read(int first, int rows, Taker taker) {
    int space = spaceOf(first);
    if (starts[space] != first || size(space) != rows) {
      throw new IllegalStateException(
          rows + " rows from place " + first + " on are no search space");
    }
    int most = Math.max(1, READ_BYTES / entryBytes);
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.min(most, rows) * entryBytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int from = 0; from < rows; from += most) {
      int count = Math.min(most, rows - from);
      read(offset(space, from), bytes.clear().limit(count * entryBytes));
      for (int row = 0; row < count; row++) {
        int place = bytes.position(row * entryBytes).getInt();
        taker.take(place, bytes);
      }
    }
  }

  private void read(long from, ByteBuffer bytes) {
    try {
      if (!FileReads.fill(channel, from, bytes)) {
        throw new EOFException("it ends too early");
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be closed: " + e.getMessage(), e);
    }
  }
}
