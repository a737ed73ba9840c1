// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreShard;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Lists Parquet files with columns of vectors, each of which is a shard. If a file is not local,
 * only its footer is read, which holds the number of rows.
 */
final class ParquetListing {
  private static final byte[] MARK = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /** The bytes of the footer's length, an int, and of the mark after it. */
  private static final int END = Integer.BYTES + MARK.length;

  private static final int USUAL_FOOTER = 1 << 16;

  private ParquetListing() {}

  /**
   * Returns the shards of a store.
   *
   * @param folder the folder of the files
   * @param names the names of its files, ascending, or of the single file that is the store
   * @return the shards; empty if there are no such files
   */
  static List<ShardFiles> of(String folder, List<String> names, Storage storage) {
    List<String> files = StoreShard.parquet(names);
    // Footers are read concurrently, since an object store takes long for each.
    return StoreListing.placed(
        files.stream().parallel().map(name -> shard(folder, name, storage)).toList());
  }

  private static ShardFiles shard(String folder, String name, Storage storage) {
    String file = folder + "/" + name;
    long bytes = storage.size(file);
    Path local = storage.local(file);
    return new ShardFiles(
        StoreLayout.PARQUET,
        folder,
        List.of(name),
        List.of(bytes),
        List.of(),
        List.of(),
        0,
        local == null ? fetchedRows(file, bytes, storage) : rows(local),
        1);
  }

  private static long rows(Path file) {
    try (TableReader table = TableReader.open(file)) {
      return table.rows();
    }
  }

  /**
   * Returns the number of rows of a remote file, from a local file with the same footer and a hole
   * in place of the rest.
   */
  private static long fetchedRows(String file, long bytes, Storage storage) {
    Path hollow = LocalDisks.file("falcon-footer-", ".parquet");
    try {
      byte[] tail = storage.tail(file, bytes, USUAL_FOOTER);
      long needed = END + (long) footer(tail);
      if (needed > tail.length && needed <= bytes) {
        tail = storage.tail(file, bytes, Math.toIntExact(needed));
      }
      try (RandomAccessFile out = new RandomAccessFile(hollow.toFile(), "rw")) {
        out.write(MARK, 0, (int) Math.min(MARK.length, bytes));
        out.setLength(bytes);
        out.seek(bytes - tail.length);
        out.write(tail);
      }
      return rows(hollow);
    } catch (FalconException e) {
      String message = e.getMessage();
      throw new FalconException(message.replace(hollow.toString(), file), e);
    } catch (IOException e) {
      throw new FalconException(hollow + ": cannot be written: " + e.getMessage(), e);
    } finally {
      remove(hollow);
    }
  }

  private static int footer(byte[] tail) {
    return tail.length < END
        ? 0
        : Math.max(
            0, ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt(tail.length - END));
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be removed: " + e.getMessage(), e);
    }
  }
}
