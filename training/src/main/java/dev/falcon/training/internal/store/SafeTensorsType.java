package dev.falcon.training.internal.store;

import dev.falcon.data.npy.Float16;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** The element types of safetensors files. Those that are no numbers of a network are not read. */
enum SafeTensorsType {
  F64(8, true) {
    @Override
    void read(ByteBuffer from, float[] to, int first, int count) {
      for (int i = 0; i < count; i++) {
        to[first + i] = (float) from.getDouble(i * 8);
      }
    }
  },
  F32(4, true) {
    @Override
    void read(ByteBuffer from, float[] to, int first, int count) {
      from.asFloatBuffer().get(to, first, count);
    }
  },
  F16(2, true) {
    @Override
    void read(ByteBuffer from, float[] to, int first, int count) {
      for (int i = 0; i < count; i++) {
        to[first + i] = Float16.toFloat(from.getShort(i * 2));
      }
    }
  },
  /** The upper half of a 32-bit float. */
  BF16(2, true) {
    @Override
    void read(ByteBuffer from, float[] to, int first, int count) {
      for (int i = 0; i < count; i++) {
        to[first + i] = Float.intBitsToFloat(from.getShort(i * 2) << 16);
      }
    }
  },
  I64(8, true) {
    @Override
    void read(ByteBuffer from, float[] to, int first, int count) {
      for (int i = 0; i < count; i++) {
        to[first + i] = from.getLong(i * 8);
      }
    }
  },
  I32(4, false),
  I16(2, false),
  I8(1, false),
  U64(8, false),
  U32(4, false),
  U16(2, false),
  U8(1, false),
  BOOL(1, false),
  F8_E4M3(1, false),
  F8_E5M2(1, false);

  private final int bytes;
  private final boolean readable;

  SafeTensorsType(int bytes, boolean readable) {
    this.bytes = bytes;
    this.readable = readable;
  }

  /** Bytes of an element. */
  int bytes() {
    return bytes;
  }

  /**
   * Reads elements as floats, each rounded to the nearest one.
   *
   * @param from little-endian elements from byte 0 on
   * @param first where in {@code to} the first element goes
   * @param count the number of elements
   */
  void read(ByteBuffer from, float[] to, int first, int count) {
    throw new UnsupportedOperationException(name() + " is not read as floats");
  }

  /** Whether {@link #read} reads the type. */
  boolean readable() {
    return readable;
  }

  /** The type that the file's header names. */
  static Optional<SafeTensorsType> of(String name) {
    return Arrays.stream(values()).filter(type -> type.name().equals(name)).findFirst();
  }
}
