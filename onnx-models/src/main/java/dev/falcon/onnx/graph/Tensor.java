// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

import java.io.IOException;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;

/**
 * An array of numbers with a shape, for a weight or a constant of a graph. The numbers are shared
 * with the caller, not copied, and must not change until the graph has been written.
 */
public final class Tensor {
  private static final int CHUNK_BYTES = 1 << 20;

  private final ElementType type;
  private final long[] shape;
  private final Buffer values;

  private Tensor(ElementType type, Buffer values, long... shape) {
    if (elementCount(shape) != values.remaining()) {
      throw new IllegalArgumentException(
          "shape "
              + Arrays.toString(shape)
              + " needs "
              + elementCount(shape)
              + " values; given "
              + values.remaining());
    }
    this.type = type;
    this.shape = shape.clone();
    this.values = values;
  }

  /** Returns a tensor of 32-bit floats, row-major. */
  public static Tensor float32(float[] values, long... shape) {
    return new Tensor(ElementType.FLOAT32, FloatBuffer.wrap(values), shape);
  }

  /** Returns a tensor of 32-bit floats, row-major, from the remaining elements of a buffer. */
  public static Tensor float32(FloatBuffer values, long... shape) {
    return new Tensor(ElementType.FLOAT32, values.slice(), shape);
  }

  /** Returns a tensor of 64-bit integers, row-major. */
  public static Tensor int64(long[] values, long... shape) {
    return new Tensor(ElementType.INT64, LongBuffer.wrap(values), shape);
  }

  /** Returns the element type. */
  public ElementType type() {
    return type;
  }

  /** Returns the dimensions; empty for a scalar. */
  public long[] shape() {
    return shape.clone();
  }

  /** Returns the number of elements. */
  public long elementCount() {
    return values.limit();
  }

  /** Returns the number of bytes of the elements. */
  public long byteCount() {
    return elementCount() * type.bytes();
  }

  /** Returns a copy of the elements of a float tensor, row-major. */
  public float[] toFloats() {
    float[] copy = new float[values.limit()];
    floats().get(copy);
    return copy;
  }

  /**
   * Returns the transpose [columns x rows] of a matrix [rows x columns]; the elements are copied.
   */
  public Tensor transposed() {
    if (shape.length != 2) {
      throw new IllegalArgumentException("not a matrix: shape " + Arrays.toString(shape));
    }
    int rows = Math.toIntExact(shape[0]);
    int columns = Math.toIntExact(shape[1]);
    FloatBuffer from = floats();
    float[] to = new float[values.limit()];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        to[column * rows + row] = from.get(row * columns + column);
      }
    }
    return float32(to, columns, rows);
  }

  /** Writes the elements, little-endian, through a buffer of 1 MiB. */
  public void writeTo(WritableByteChannel channel) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    int chunkElements = CHUNK_BYTES / type.bytes();
    for (int start = 0; start < values.limit(); start += chunkElements) {
      int count = Math.min(chunkElements, values.limit() - start);
      chunk.clear();
      if (type == ElementType.FLOAT32) {
        chunk.asFloatBuffer().put(floats().slice(start, count));
      } else {
        chunk.asLongBuffer().put(((LongBuffer) values).slice(start, count));
      }
      chunk.limit(count * type.bytes());
      while (chunk.hasRemaining()) {
        channel.write(chunk);
      }
    }
  }

  /** Returns the number of elements of a shape. */
  public static long elementCount(long... shape) {
    long count = 1;
    for (long size : shape) {
      count = Math.multiplyExact(count, size);
    }
    return count;
  }

  @Override
  public String toString() {
    return type + Arrays.toString(shape);
  }

  private FloatBuffer floats() {
    if (values instanceof FloatBuffer floats) {
      return floats.duplicate();
    }
    throw new IllegalArgumentException("not a float tensor: " + this);
  }
}
