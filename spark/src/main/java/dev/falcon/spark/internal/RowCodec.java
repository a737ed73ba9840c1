// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.npy.Float16;
import dev.falcon.data.store.VectorType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Encodes and decodes rows that are sent to parts: a row's place in its part, its vectors in the
 * stored form, its key, image id and caption.
 */
record RowCodec(int dimension, int perImage, VectorType type) {
  private static final int NONE = -1;

  /** Returns the number of components of all vectors of an image. */
  int imageLength() {
    return perImage * dimension;
  }

  /** Returns the bytes of all vectors of an image. */
  int imageBytes() {
    return imageLength() * type.bytes();
  }

  /** Returns the bytes of a text vector. */
  int textBytes() {
    return dimension * type.bytes();
  }

  /** Returns the bytes of all vectors. */
  int vectorBytes() {
    return imageBytes() + textBytes();
  }

  /** One row, before its vectors are added. */
  record Texts(List<Optional<byte[]>> all) {
    static Texts of(String key, Optional<String> imageId, Optional<String> caption) {
      return new Texts(
          Stream.of(Optional.of(key), imageId, caption)
              .map(text -> text.map(value -> value.getBytes(StandardCharsets.UTF_8)))
              .toList());
    }

    int length() {
      return all.stream()
          .mapToInt(text -> Integer.BYTES + text.map(bytes -> bytes.length).orElse(0))
          .sum();
    }

    void write(ByteBuffer to) {
      for (Optional<byte[]> text : all) {
        to.putInt(text.map(bytes -> bytes.length).orElse(NONE));
        text.ifPresent(to::put);
      }
    }
  }

  /** Returns the length of an encoded row, in bytes. */
  int length(Texts texts) {
    return Integer.BYTES + vectorBytes() + texts.length();
  }

  /**
   * Writes a row.
   *
   * @param place the row's place in its part
   * @param image the image vectors of several rows, in the stored form
   * @param text the text vectors of the same rows, in the stored form
   * @param row the index of the row among these
   */
  void write(int place, byte[] image, byte[] text, int row, Texts texts, ByteBuffer to) {
    to.putInt(place);
    to.put(image, row * imageBytes(), imageBytes());
    to.put(text, row * textBytes(), textBytes());
    texts.write(to);
  }

  /**
   * Reads components of vectors.
   *
   * @param from the bytes, little-endian as in stores
   */
  void readVectors(ByteBuffer from, float[] values, int at, int length) {
    if (type == VectorType.FLOAT32) {
      from.asFloatBuffer().get(values, at, length);
      from.position(from.position() + length * Float.BYTES);
      return;
    }
    for (int i = at; i < at + length; i++) {
      values[i] = Float16.toFloat(from.getShort());
    }
  }

  /** Skips a text. */
  static void skipText(ByteBuffer from) {
    int length = from.getInt();
    from.position(from.position() + Math.max(0, length));
  }

  /** Reads a text. */
  static Optional<String> readText(ByteBuffer from) {
    int length = from.getInt();
    if (length == NONE) {
      return Optional.empty();
    }
    byte[] bytes = new byte[length];
    from.get(bytes);
    return Optional.of(new String(bytes, StandardCharsets.UTF_8));
  }
}
