package dev.falcon.training.internal.input;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Encoded images in one file, each read when it is needed. May be shared by threads. */
final class PictureFile implements AutoCloseable {
  static final TableSchema COLUMNS =
      TableSchema.of(
          TableSchema.required("offset", ColumnType.INT64),
          TableSchema.required("length", ColumnType.INT32),
          TableSchema.required("checksum", ColumnType.INT64));

  private final Path file;
  private final FileChannel channel;
  private final long[] offsets;
  private final int[] lengths;
  private final int[] checksums;

  private PictureFile(
      Path file, FileChannel channel, long[] offsets, int[] lengths, int[] checksums) {
    this.file = file;
    this.channel = channel;
    this.offsets = offsets;
    this.lengths = lengths;
    this.checksums = checksums;
  }

  static PictureFile open(Path folder) {
    Path file = folder.resolve(PairStore.BYTES);
    try (TableReader table =
        TableReader.open(folder.resolve(PairStore.IMAGES), TableFormat.PARQUET)) {
      int rows = Math.toIntExact(table.rows());
      long[] offsets = new long[rows];
      int[] lengths = new int[rows];
      int[] checksums = new int[rows];
      int offset = table.column(ColumnType.INT64, "offset");
      int length = table.column(ColumnType.INT32, "length");
      int checksum = table.column(ColumnType.INT64, "checksum");
      for (int image = 0; table.next(); image++) {
        offsets[image] = table.getLong(offset);
        lengths[image] = table.getInt(length);
        checksums[image] = (int) table.getLong(checksum);
      }
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      return new PictureFile(file, channel, offsets, lengths, checksums);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be opened: " + e.getMessage(), e);
    }
  }

  /** What tells an image from another with the same place. */
  static int checksum(byte[] image) {
    CRC32C checksum = new CRC32C();
    checksum.update(image);
    return (int) checksum.getValue();
  }

  /** The checksum of an image. */
  int checksum(int image) {
    return checksums[image];
  }

  /** The bytes of an image's file. */
  byte[] read(int image) {
    ByteBuffer bytes = ByteBuffer.allocate(lengths[image]);
    try {
      while (bytes.hasRemaining() && channel.read(bytes, offsets[image] + bytes.position()) >= 0) {}
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    if (bytes.hasRemaining() || checksum(bytes.array()) != checksums[image]) {
      throw new FalconException(
          file + ": image " + image + " has changed since it was written; remove the folder");
    }
    return bytes.array();
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
