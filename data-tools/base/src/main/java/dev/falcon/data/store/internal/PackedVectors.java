// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * A column of vectors of a table, for random access: lists of floating-point numbers, each rounded
 * once to float32, or little-endian float32 components as bytes. As in {@link PackedTexts}, the
 * first access copies the column into an unnamed memory-mapped file in the temporary folder, which
 * takes 4 bytes per component and vanishes with the process.
 */
final class PackedVectors implements Supplier<FileWindows> {
  private final Path file;
  private final String column;
  private final int dimension;
  private volatile FileWindows packed;

  /**
   * Creates a column, which is not read yet.
   *
   * @param dimension number of components that every vector must have
   */
  PackedVectors(Path file, String column, int dimension) {
    this.file = file;
    this.column = column;
    this.dimension = dimension;
  }

  /**
   * Returns the number of components of a file's first vector; 0 if the file has no rows.
   *
   * @throws FalconException if the column cannot hold vectors
   */
  static int dimension(Path file, String column) {
    try (TableReader table = TableReader.open(file)) {
      if (isBytes(table, column)) {
        return VectorsAsBytes.require(file, table, column) / Float.BYTES;
      }
      int lists = table.column(ColumnType.FLOAT32_LIST, column);
      return table.next() ? vector(table, lists, 0, file, column).length : 0;
    }
  }

  private static boolean isBytes(TableReader table, String column) {
    return table.naturalType(column) == ColumnType.BINARY;
  }

  @Override
  public FileWindows get() {
    FileWindows known = packed;
    return known == null ? pack() : known;
  }

  private synchronized FileWindows pack() {
    if (packed != null) {
      return packed;
    }
    try (TableReader table = TableReader.open(file);
        FileChannel copy = PackedTexts.unnamedFile()) {
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(copy), 1 << 16);
      boolean binary = isBytes(table, column);
      int source = table.column(binary ? ColumnType.BINARY : ColumnType.FLOAT32_LIST, column);
      ByteBuffer vector =
          ByteBuffer.allocate(Math.multiplyExact(dimension, Float.BYTES))
              .order(ByteOrder.LITTLE_ENDIAN);
      for (long row = 0; table.next(); row++) {
        vector.clear();
        if (binary) {
          vector.put(bytes(table, source, row));
        } else {
          float[] values = vector(table, source, row, file, column);
          requireLength(row, values.length);
          vector.asFloatBuffer().put(values);
        }
        out.write(vector.array());
      }
      out.flush();
      packed = FileWindows.map(copy, 0);
      return packed;
    } catch (IOException e) {
      throw PackedTexts.uncopied(file, column, e);
    }
  }

  private byte[] bytes(TableReader table, int source, long row) {
    if (table.isNull(source)) {
      throw VectorsAsBytes.absent(file, column, row);
    }
    byte[] bytes = table.getBytes(source);
    requireLength(row, bytes.length % Float.BYTES == 0 ? bytes.length / Float.BYTES : 0);
    return bytes;
  }

  private static float[] vector(TableReader table, int source, long row, Path file, String column) {
    if (table.isNull(source)) {
      throw VectorsAsBytes.absent(file, column, row);
    }
    return table.getVector(source);
  }

  private void requireLength(long row, int components) {
    if (components != dimension) {
      throw new FalconException(
          file
              + ": row "
              + row
              + " of column '"
              + column
              + "' has "
              + components
              + " components; all vectors of the store must have "
              + dimension);
    }
  }
}
