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
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * A column of vectors of a Parquet file, for random access: lists of float32, or little-endian
 * float32 components as binary values of a fixed length. As in {@link PackedTexts}, the first
 * access copies the column into an unnamed memory-mapped file in the temporary folder, which takes
 * 4 bytes per component and vanishes with the process.
 */
final class PackedVectors implements Supplier<FileWindows> {
  private final Path parquet;
  private final String column;
  private final int dimension;
  private volatile FileWindows packed;

  /**
   * Creates a column, which is not read yet.
   *
   * @param dimension number of components that every vector must have
   */
  PackedVectors(Path parquet, String column, int dimension) {
    this.parquet = parquet;
    this.column = column;
    this.dimension = dimension;
  }

  /**
   * Returns the number of components of a file's vectors, from the schema for values of fixed
   * length and from the first row for lists; 0 if the file has no rows.
   *
   * @throws FalconException if the column cannot hold vectors
   */
  static int dimension(Path parquet, String column) {
    try (TableReader table = TableReader.open(parquet)) {
      OptionalInt bytes = requireVectors(parquet, table, column);
      if (bytes.isPresent()) {
        return bytes.getAsInt() / Float.BYTES;
      }
      int lists = table.column(ColumnType.FLOAT32_LIST, column);
      return table.rows() == 0 || !table.next() ? 0 : list(table, lists, 0, parquet, column).size();
    }
  }

  /**
   * Refuses a column that cannot hold vectors.
   *
   * @return the number of bytes per vector; empty for lists
   */
  static OptionalInt requireVectors(Path parquet, TableReader table, String column) {
    OptionalInt bytes = table.fixedLength(column);
    if (bytes.isPresent() && (bytes.getAsInt() == 0 || bytes.getAsInt() % Float.BYTES != 0)) {
      throw new FalconException(
          parquet
              + ": column '"
              + column
              + "' has values of "
              + bytes.getAsInt()
              + " bytes; expected float32 components of four bytes each");
    }
    return bytes;
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
    try (TableReader table = TableReader.open(parquet);
        FileChannel file = PackedTexts.unnamedFile()) {
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file), 1 << 16);
      boolean binary = requireVectors(parquet, table, column).isPresent();
      int source = table.column(binary ? ColumnType.BINARY : ColumnType.FLOAT32_LIST, column);
      ByteBuffer vector =
          ByteBuffer.allocate(Math.multiplyExact(dimension, Float.BYTES))
              .order(ByteOrder.LITTLE_ENDIAN);
      for (long row = 0; table.next(); row++) {
        vector.clear();
        if (binary) {
          vector.put(bytes(table, source, row));
        } else {
          List<Float> values = list(table, source, row, parquet, column);
          requireLength(row, values.size());
          values.forEach(vector::putFloat);
        }
        out.write(vector.array());
      }
      out.flush();
      packed = FileWindows.map(file, 0);
      return packed;
    } catch (IOException e) {
      throw PackedTexts.uncopied(parquet, column, e);
    }
  }

  private byte[] bytes(TableReader table, int source, long row) {
    if (table.isNull(source)) {
      throw absent(parquet, column, row);
    }
    byte[] bytes = table.getBytes(source);
    requireLength(row, bytes.length / Float.BYTES);
    return bytes;
  }

  private static List<Float> list(
      TableReader table, int source, long row, Path parquet, String column) {
    if (table.isNull(source)) {
      throw absent(parquet, column, row);
    }
    return table.getFloats(source);
  }

  private void requireLength(long row, int components) {
    if (components != dimension) {
      throw new FalconException(
          parquet
              + ": row "
              + row
              + " of column '"
              + column
              + "' has "
              + components
              + " components; all vectors of the store should have "
              + dimension);
    }
  }

  private static FalconException absent(Path parquet, String column, long row) {
    return new FalconException(
        parquet + ": row " + row + " of column '" + column + "' is null; every row needs a vector");
  }
}
