// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.npy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small array in memory, read from {@code .npy} bytes. Elements are addressed in C order. */
public final class NpyArray {
  private final NpyHeader header;
  private final ByteBuffer data;

  private NpyArray(NpyHeader header, ByteBuffer data) {
    this.header = header;
    this.data = data;
  }

  /** Reads a file of at most 2 GiB. */
  public static NpyArray read(Path file) {
    try {
      return parse(file.toString(), Files.readAllBytes(file));
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Parses the bytes of a file.
   *
   * @param name the file's name for messages, such as the archive and the member
   */
  public static NpyArray parse(String name, byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    NpyHeader header = NpyHeader.parse(name, buffer, bytes.length);
    int offset = Math.toIntExact(header.dataOffset());
    return new NpyArray(
        header, buffer.slice(offset, bytes.length - offset).order(ByteOrder.LITTLE_ENDIAN));
  }

  public NpyType type() {
    return header.type();
  }

  /** Returns the length of each dimension; empty for a single value. */
  public List<Long> shape() {
    return header.shape();
  }

  /** Returns the number of elements. */
  public int elements() {
    return Math.toIntExact(header.elements());
  }

  /** Returns an element as a double; an int64 beyond 2^53 is rounded. */
  public double doubleAt(int index) {
    int at = index * type().bytes();
    return switch (type()) {
      case FLOAT16 -> Float16.toFloat(data.getShort(at));
      case FLOAT32 -> data.getFloat(at);
      case FLOAT64 -> data.getDouble(at);
      default -> longAt(index);
    };
  }

  /**
   * Returns an element as a whole number; booleans are returned as 0 and 1.
   *
   * @throws IllegalStateException if the elements are floating-point numbers
   */
  public long longAt(int index) {
    int at = index * type().bytes();
    return switch (type()) {
      case BOOL, UINT8 -> Byte.toUnsignedLong(data.get(at));
      case INT8 -> data.get(at);
      case INT16 -> data.getShort(at);
      case UINT16 -> Short.toUnsignedLong(data.getShort(at));
      case INT32 -> data.getInt(at);
      case UINT32 -> Integer.toUnsignedLong(data.getInt(at));
      case INT64 -> data.getLong(at);
      case FLOAT16, FLOAT32, FLOAT64 ->
          throw new IllegalStateException("elements of type " + type() + " are no whole numbers");
    };
  }

  /** Returns all elements as floats. */
  public float[] toFloats() {
    float[] values = new float[elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) doubleAt(i);
    }
    return values;
  }

  /** Returns all elements as doubles. */
  public double[] toDoubles() {
    double[] values = new double[elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = doubleAt(i);
    }
    return values;
  }

  /** Returns all elements as whole numbers. */
  public long[] toLongs() {
    long[] values = new long[elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = longAt(i);
    }
    return values;
  }
}
