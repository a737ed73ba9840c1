// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.internal.FileWindows;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The checksums of a store's rows, 4 bytes each, which the check of the store leaves for the tasks
 * that read its rows later. By them a task notices a row that has changed since the check, without
 * reading the whole store again. A change of a single bit is always noticed; any other change is
 * missed with a probability of 2^-32.
 *
 * <p>Safe for any number of threads.
 */
final class RowSums {
  private final Path file;
  private final RowContents contents;
  private FileWindows windows;

  RowSums(Path file, RowContents contents) {
    this.file = file;
    this.contents = contents;
  }

  /** Returns the contents of a row that the sums cover. */
  RowContents contents() {
    return contents;
  }

  /** Returns whether a check has left the sums. */
  boolean exist() {
    return Folders.exists(file);
  }

  private synchronized FileWindows windows() {
    if (windows == null) {
      try (FileChannel channel = FileChannel.open(file)) {
        windows = FileWindows.map(channel, 0);
      } catch (IOException e) {
        throw new FalconException(file + ": cannot be mapped: " + e.getMessage(), e);
      }
    }
    return windows;
  }

  /** Compares rows with their sums as they are read. Not thread-safe. */
  final class Comparison {
    private final StoredRows store;
    private final FileWindows sums = windows();
    private final Sum sum;

    Comparison(StoredRows store) {
      this.store = store;
      this.sum = new Sum(store, contents);
    }

    /**
     * Compares a row.
     *
     * @param image the row's image vectors as stored, from {@code imageOffset} on
     * @throws FalconException if the row differs from the one that was checked
     */
    void require(long row, float[] image, int imageOffset, float[] text, int textOffset) {
      if (sum.of(row, image, imageOffset, text, textOffset) != sums.intAt(row * Integer.BYTES)) {
        throw new FalconException(
            store.shard(row).name()
                + ": row "
                + row
                + " of the store has changed since the store was checked; restore the file, or mine"
                + " the plan again (overwrite it)");
      }
    }
  }

  /** Computes sums. Not thread-safe. */
  static final class Sum {
    private final StoredRows store;
    private final RowContents contents;
    private final int imageLength;
    private final int dimension;
    private final ByteBuffer bytes;
    private final CRC32C crc = new CRC32C();

    Sum(StoredRows store, RowContents contents) {
      this.store = store;
      this.contents = contents;
      this.imageLength = store.imageLength();
      this.dimension = store.dimension();
      this.bytes =
          ByteBuffer.allocate(contents.vectors() ? Math.multiplyExact(imageLength, Float.BYTES) : 0)
              .order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the sum of a row; its vectors are passed as stored. */
    int of(long row, float[] image, int imageOffset, float[] text, int textOffset) {
      crc.reset();
      if (contents.vectors()) {
        add(image, imageOffset, imageLength);
        add(text, textOffset, dimension);
      }
      add(Optional.of(store.key(row)));
      if (contents.imageIds()) {
        add(store.imageId(row));
      }
      if (contents.captions()) {
        add(store.caption(row));
      }
      return (int) crc.getValue();
    }

    private void add(float[] values, int offset, int length) {
      bytes.clear().asFloatBuffer().put(values, offset, length);
      crc.update(bytes.limit(length * Float.BYTES));
    }

    private void add(Optional<String> text) {
      crc.update(text.isPresent() ? 1 : 0);
      text.ifPresent(
          present -> {
            byte[] encoded = present.getBytes(StandardCharsets.UTF_8);
            crc.update(encoded, 0, encoded.length);
          });
    }
  }

  /** Writes the sums of a store, row by row. */
  final class Writer implements AutoCloseable {
    private final AtomicFile attempt = AtomicFile.attempt(file);
    private final OutputStream out;

    Writer() {
      try {
        out = new BufferedOutputStream(Files.newOutputStream(attempt.path()), 1 << 16);
      } catch (IOException e) {
        attempt.close();
        throw failed(e);
      }
    }

    void add(int[] sums) {
      ByteBuffer encoded =
          ByteBuffer.allocate(Math.multiplyExact(sums.length, Integer.BYTES))
              .order(ByteOrder.LITTLE_ENDIAN);
      encoded.asIntBuffer().put(sums);
      try {
        out.write(encoded.array());
      } catch (IOException e) {
        throw failed(e);
      }
    }

    void commit() {
      try {
        out.close();
        attempt.commit();
      } catch (IOException e) {
        throw failed(e);
      }
    }

    @Override
    public void close() {
      try {
        out.close();
      } catch (IOException e) {
        throw failed(e);
      } finally {
        attempt.close();
      }
    }

    private FalconException failed(IOException e) {
      return new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }
}
