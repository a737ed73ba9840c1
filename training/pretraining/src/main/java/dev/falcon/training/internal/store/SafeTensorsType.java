// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import dev.falcon.data.npy.Float16;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** The element types of safetensors files. Types that networks do not use are not supported. */
enum SafeTensorsType {
  F64(8),
  F32(4),
  F16(2),
  /** The upper half of a 32-bit float. */
  BF16(2),
  I64(8),
  I32(4),
  I16(2),
  I8(1),
  U64(8),
  U32(4),
  U16(2),
  U8(1),
  BOOL(1),
  F8_E4M3(1),
  F8_E5M2(1);

  /** Reads elements as floats, each rounded to the nearest float. */
  @FunctionalInterface
  interface Reader {
    /**
     * Reads elements.
     *
     * @param from the little-endian elements, from byte 0 on
     * @param first the index of the first element in {@code to}
     * @param count the number of elements
     */
    void read(ByteBuffer from, float[] to, int first, int count);
  }

  /** Reads one element as a float. */
  private interface Element {
    float at(ByteBuffer from, int i);
  }

  private final int bytes;

  SafeTensorsType(int bytes) {
    this.bytes = bytes;
  }

  /** Returns the number of bytes per element. */
  int bytes() {
    return bytes;
  }

  /** Returns the type's reader; empty if it is not supported. */
  Optional<Reader> reader() {
    return switch (this) {
      case F64 -> Optional.of(each((from, i) -> (float) from.getDouble(i * 8)));
      case F32 ->
          Optional.of((from, to, first, count) -> from.asFloatBuffer().get(to, first, count));
      case F16 -> Optional.of(each((from, i) -> Float16.toFloat(from.getShort(i * 2))));
      case BF16 -> Optional.of(each((from, i) -> Float.intBitsToFloat(from.getShort(i * 2) << 16)));
      case I64 -> Optional.of(each((from, i) -> from.getLong(i * 8)));
      case I32, I16, I8, U64, U32, U16, U8, BOOL, F8_E4M3, F8_E5M2 -> Optional.empty();
    };
  }

  private static Reader each(Element element) {
    return (from, to, first, count) -> {
      for (int i = 0; i < count; i++) {
        to[first + i] = element.at(from, i);
      }
    };
  }

  /** Returns the type with this name in a header; empty if there is none. */
  static Optional<SafeTensorsType> of(String name) {
    return Arrays.stream(values()).filter(type -> type.name().equals(name)).findFirst();
  }
}
