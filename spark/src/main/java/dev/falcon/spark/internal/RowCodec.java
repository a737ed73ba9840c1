package dev.falcon.spark.internal;

import dev.falcon.data.Float16;
import dev.falcon.data.store.VectorType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A row on its way: its place in its part, its vectors as they are kept in the store, its key,
 * image id and caption.
 */
record RowCodec(int dimension, VectorType type) {
  private static final int NONE = -1;

  /** The bytes of both vectors. */
  int vectorBytes() {
    return 2 * dimension * type.bytes();
  }

  /** One row, before its vectors are added. */
  record Texts(byte[] key, byte[] imageId, byte[] caption) {
    static Texts of(String key, String imageId, String caption) {
      return new Texts(bytes(key), bytes(imageId), bytes(caption));
    }

    private static byte[] bytes(String text) {
      return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private static int length(byte[] text) {
      return Integer.BYTES + (text == null ? 0 : text.length);
    }

    int length() {
      return length(key) + length(imageId) + length(caption);
    }

    void write(ByteBuffer to) {
      write(key, to);
      write(imageId, to);
      write(caption, to);
    }

    private static void write(byte[] text, ByteBuffer to) {
      to.putInt(text == null ? NONE : text.length);
      if (text != null) {
        to.put(text);
      }
    }
  }

  /** How long a row is. */
  int length(Texts texts) {
    return Integer.BYTES + vectorBytes() + texts.length();
  }

  /**
   * Writes a row.
   *
   * @param at where its vectors begin
   */
  void write(int place, float[] image, float[] text, int at, Texts texts, ByteBuffer to) {
    to.putInt(place);
    writeVector(image, at, to);
    writeVector(text, at, to);
    texts.write(to);
  }

  private void writeVector(float[] values, int at, ByteBuffer to) {
    for (int i = at; i < at + dimension; i++) {
      if (type == VectorType.FLOAT32) {
        to.putFloat(values[i]);
      } else {
        to.putShort(Float16.ofFloat(values[i])); // it was one: nothing is lost
      }
    }
  }

  /** Reads a vector. */
  void readVector(ByteBuffer from, float[] values, int at) {
    for (int i = at; i < at + dimension; i++) {
      values[i] = type == VectorType.FLOAT32 ? from.getFloat() : Float16.toFloat(from.getShort());
    }
  }

  /** Skips a text. */
  static void skipText(ByteBuffer from) {
    int length = from.getInt();
    from.position(from.position() + Math.max(0, length));
  }

  /** Reads a text; null where there is none. */
  static String readText(ByteBuffer from) {
    int length = from.getInt();
    if (length == NONE) {
      return null;
    }
    byte[] bytes = new byte[length];
    from.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
