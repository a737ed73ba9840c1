// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * The encoded images of a dataset, each read on demand: from its own file, or from the file that
 * holds all others. Instances are thread-safe.
 */
final class PictureFiles implements AutoCloseable {
  static final String IMAGES = "images.parquet";
  static final String BYTES = "images.bin";

  static final TableSchema COLUMNS =
      TableSchema.of(
          TableSchema.nullable("file", ColumnType.UTF8),
          TableSchema.required("offset", ColumnType.INT64),
          TableSchema.required("length", ColumnType.INT32),
          TableSchema.required("checksum", ColumnType.INT64));

  private final Path file;
  private final FileChannel channel;
  private final String[] files; // null if an image has none
  private final long[] offsets;
  private final int[] lengths;
  private final int[] checksums;

  private PictureFiles(
      Path file,
      FileChannel channel,
      String[] files,
      long[] offsets,
      int[] lengths,
      int[] checksums) {
    this.file = file;
    this.channel = channel;
    this.files = files;
    this.offsets = offsets;
    this.lengths = lengths;
    this.checksums = checksums;
  }

  static PictureFiles open(Path folder) {
    Path file = folder.resolve(BYTES);
    try (TableReader table = TableReader.open(folder.resolve(IMAGES), TableFormat.PARQUET)) {
      int rows = Math.toIntExact(table.rows());
      String[] files = new String[rows];
      long[] offsets = new long[rows];
      int[] lengths = new int[rows];
      int[] checksums = new int[rows];
      int own = table.column(ColumnType.UTF8, "file");
      int offset = table.column(ColumnType.INT64, "offset");
      int length = table.column(ColumnType.INT32, "length");
      int checksum = table.column(ColumnType.INT64, "checksum");
      for (int image = 0; table.next(); image++) {
        files[image] = table.findString(own).orElse(null);
        offsets[image] = table.getLong(offset);
        lengths[image] = table.getInt(length);
        checksums[image] = (int) table.getLong(checksum);
      }
      long size = Files.size(file);
      for (int image = 0; image < rows; image++) {
        if (offsets[image] < 0
            || lengths[image] < 0
            || (files[image] == null && offsets[image] > size - lengths[image])) {
          throw broken(folder.resolve(IMAGES));
        }
      }
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      return new PictureFiles(file, channel, files, offsets, lengths, checksums);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be opened: " + e.getMessage(), e);
    }
  }

  /** Returns the failure for a table of the folder that differs from what was written. */
  static FalconException broken(Path table) {
    return new FalconException(
        table + ": this cache file is broken; delete " + table.getParent() + " to read it again");
  }

  /** Returns the number of images. */
  int count() {
    return lengths.length;
  }

  /** Returns the checksum of an encoded image, by which a changed image is detected. */
  public static int checksum(byte[] image) {
    CRC32C checksum = new CRC32C();
    checksum.update(image);
    return (int) checksum.getValue();
  }

  /** Returns the checksum of an image. */
  public int checksum(int image) {
    return checksums[image];
  }

  /**
   * Returns the bytes of an encoded image.
   *
   * @throws FalconException if they have changed since the dataset was read
   */
  public byte[] read(int image) {
    byte[] bytes = files[image] == null ? packed(image) : own(Path.of(files[image]));
    if (bytes.length != lengths[image] || checksum(bytes) != checksums[image]) {
      throw new FalconException(
          (files[image] == null ? file : files[image])
              + ": has changed since the dataset was read; remove "
              + file.getParent()
              + " to read it again");
    }
    return bytes;
  }

  private static byte[] own(Path image) {
    try {
      return Files.readAllBytes(image);
    } catch (IOException e) {
      throw new FalconException(image + ": cannot be read any more: " + e.getMessage(), e);
    }
  }

  private byte[] packed(int image) {
    ByteBuffer bytes = ByteBuffer.allocate(lengths[image]);
    try {
      if (!FileReads.fill(channel, offsets[image], bytes)) {
        throw new EOFException("it ends before image " + image);
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    return bytes.array();
  }

  @Override
  public void close() {
    FileReads.close(file, channel);
  }
}
