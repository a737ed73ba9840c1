// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Iterates over the fields of one Protocol Buffers message without copying: a field's content is a
 * view of the buffer, so that a graph of gigabytes costs only its headers.
 */
final class ProtoReader {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int BYTES = 2;
  static final int FIXED32 = 5;

  private final ByteBuffer buffer;
  private int wireType;

  ProtoReader(ByteBuffer buffer) {
    this.buffer = buffer.slice();
  }

  /**
   * Advances to the next field and returns its number, or 0 at the end. The field's content must
   * then be read or skipped.
   */
  int next() {
    if (!buffer.hasRemaining()) {
      return 0;
    }
    long tag = varint();
    wireType = (int) (tag & 7);
    long number = tag >>> 3;
    if (number == 0 || number > 0x1fffffff) {
      throw new MalformedProtoException("field number " + number);
    }
    return (int) number;
  }

  /** Returns the wire type of the current field. */
  int wireType() {
    return wireType;
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (!buffer.hasRemaining()) {
        throw new MalformedProtoException("ends inside a number");
      }
      byte b = buffer.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new MalformedProtoException("a number of more than ten bytes");
  }

  /** Returns the content of a length-delimited field. */
  ByteBuffer bytes() {
    if (wireType != BYTES) {
      throw new MalformedProtoException("wire type " + wireType + " where content was expected");
    }
    long length = varint();
    if (length < 0 || length > buffer.remaining()) {
      throw new MalformedProtoException(
          "a field of " + length + " bytes where " + buffer.remaining() + " are left");
    }
    ByteBuffer content = buffer.slice(buffer.position(), (int) length);
    buffer.position(buffer.position() + (int) length);
    return content;
  }

  String string() {
    return StandardCharsets.UTF_8.decode(bytes()).toString();
  }

  ProtoReader message() {
    return new ProtoReader(bytes());
  }

  void skip() {
    switch (wireType) {
      case VARINT -> varint();
      case FIXED64 -> advance(Long.BYTES);
      case BYTES -> bytes();
      case FIXED32 -> advance(Integer.BYTES);
      default -> throw new MalformedProtoException("wire type " + wireType);
    }
  }

  boolean hasRemaining() {
    return buffer.hasRemaining();
  }

  private void advance(int count) {
    if (count > buffer.remaining()) {
      throw new MalformedProtoException("ends inside a field");
    }
    buffer.position(buffer.position() + count);
  }
}
