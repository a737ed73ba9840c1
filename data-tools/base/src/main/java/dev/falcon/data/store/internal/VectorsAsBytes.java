// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.npy.Float16;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.function.ToDoubleFunction;

/**
 * Looks at the first vectors of a column of bytes, which does not say of what numbers they are:
 * float32 is expected, and bytes of another type would be read without an error as vectors of
 * another dimension.
 */
final class VectorsAsBytes {
  private static final int LOOKED_AT = 1024;

  /** The deviation from length 1 that half precision and rounding leave. */
  private static final double UNIT_TOLERANCE = 0.02;

  /** Lengths between which vectors of most models lie. */
  private static final double SHORT = 0.1;

  private static final double LONG = 1000;

  /** Lengths between which vectors of any model lie. */
  private static final double SHORTEST = 1e-12;

  private static final double LONGEST = 1e12;

  private final Count float32 = new Count(Float.BYTES, ByteBuffer::getFloat);
  private final Count float16 = new Count(Short.BYTES, b -> Float16.toFloat(b.getShort()));
  private final Count bfloat16 =
      new Count(Short.BYTES, b -> Float.intBitsToFloat(b.getShort() << Short.SIZE));
  private final Count float64 = new Count(Double.BYTES, ByteBuffer::getDouble);
  private int otherHalves; // vectors that bfloat16 makes another, of usual length
  private final Count int8 = new Count(Byte.BYTES, b -> b.get() / 127.0);

  /** The number of vectors whose length fits one type of number. */
  private static final class Count {
    private final int bytes;
    private final ToDoubleFunction<ByteBuffer> next;
    private double length; // of the last vector
    private int unit;
    private int usual;
    private int possible;

    Count(int bytes, ToDoubleFunction<ByteBuffer> next) {
      this.bytes = bytes;
      this.next = next;
    }

    void add(byte[] vector) {
      if (vector.length % bytes != 0) {
        return;
      }
      ByteBuffer numbers = ByteBuffer.wrap(vector).order(ByteOrder.LITTLE_ENDIAN);
      double square = 0;
      while (numbers.hasRemaining()) {
        double number = next.applyAsDouble(numbers);
        square += number * number;
      }
      length = Math.sqrt(square);
      unit += Math.abs(length - 1) < UNIT_TOLERANCE ? 1 : 0;
      usual += length > SHORT && length < LONG ? 1 : 0;
      possible += length == 0 || (length > SHORTEST && length < LONGEST) ? 1 : 0;
    }
  }

  /**
   * Refuses a column whose bytes make no sense as float32.
   *
   * @return the number of bytes of the first vector; 0 if there is none
   */
  static int require(Path file, TableReader table, String column) {
    VectorsAsBytes counts = new VectorsAsBytes();
    int source = table.column(ColumnType.BINARY, column);
    int rows = 0;
    int bytes = 0;
    for (; rows < LOOKED_AT && table.next(); rows++) {
      if (table.isNull(source)) {
        throw absent(file, column, rows);
      }
      byte[] vector = table.getBytes(source);
      bytes = rows == 0 ? vector.length : bytes;
      if (vector.length == 0 || vector.length % Float.BYTES != 0) {
        throw new FalconException(
            file
                + ": column '"
                + column
                + "' has values of "
                + vector.length
                + " bytes; vectors as bytes must be float32, of four bytes per component");
      }
      counts.float32.add(vector);
      counts.float16.add(vector);
      counts.float64.add(vector);
      counts.addBfloat16(vector);
      counts.int8.add(vector);
    }
    counts.require(file, column, rows);
    return bytes;
  }

  /**
   * Adds a vector as bfloat16. If it is float32, the lower halves of its numbers are of any size as
   * bfloat16, or zero.
   */
  private void addBfloat16(byte[] vector) {
    int usual = bfloat16.usual;
    bfloat16.add(vector);
    boolean other = Math.abs(bfloat16.length - float32.length) > 1e-3 * bfloat16.length;
    otherHalves += bfloat16.usual > usual && other ? 1 : 0;
  }

  private void require(Path file, String column, int rows) {
    String seems = seems(rows);
    boolean sensible = float32.unit > 0 || (seems.isEmpty() && float32.possible > 0);
    if (rows > 0 && !sensible) {
      throw new FalconException(
          file
              + ": column '"
              + column
              + "' holds bytes that "
              + (seems.isEmpty() ? "make no sense as float32" : "seem to be " + seems)
              + "; vectors as bytes must be little-endian float32, so write them so, or as lists of"
              + " float16, float32 or float64");
    }
  }

  /** Returns the type that the lengths of all vectors fit, other than float32; empty for none. */
  private String seems(int rows) {
    // Any bytes are int8 of usual lengths, so these must have unit length.
    boolean usual = float32.usual > rows / 2;
    if (float16.unit == rows || (float16.usual == rows && !usual)) {
      return "float16";
    }
    if (float64.unit == rows || (float64.usual == rows && !usual)) {
      return "float64";
    }
    if (otherHalves == rows) {
      return "bfloat16";
    }
    return int8.unit == rows ? "int8" : "";
  }

  /** Returns the failure for a row without a vector. */
  static FalconException absent(Path file, String column, long row) {
    return new FalconException(
        file
            + ": row "
            + row
            + " of column '"
            + column
            + "' is null; every row must have a vector");
  }
}
