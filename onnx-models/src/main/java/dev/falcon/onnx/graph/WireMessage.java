// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A protocol-buffer message under construction. Small fields are encoded immediately. A tensor's
 * bytes are not copied; they are read when the message is written.
 */
public final class WireMessage {
  private static final int WIRE_VARINT = 0;
  private static final int WIRE_FIXED64 = 1;
  private static final int WIRE_LENGTH_DELIMITED = 2;
  private static final int WIRE_FIXED32 = 5;

  /** Encoded bytes and tensors, in the order of the message. */
  private final List<Object> parts = new ArrayList<>();

  private ByteArrayOutputStream encoded = new ByteArrayOutputStream();
  private long size;

  /** Adds an integer. */
  public WireMessage varint(int field, long value) {
    tag(field, WIRE_VARINT);
    rawVarint(value);
    return this;
  }

  /** Adds a 32-bit float. */
  public WireMessage float32(int field, float value) {
    tag(field, WIRE_FIXED32);
    int bits = Float.floatToIntBits(value);
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      rawByte(bits >>> shift);
    }
    return this;
  }

  /** Adds a 64-bit float. */
  public WireMessage float64(int field, double value) {
    tag(field, WIRE_FIXED64);
    long bits = Double.doubleToLongBits(value);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      rawByte((int) (bits >>> shift));
    }
    return this;
  }

  /** Adds a text, in UTF-8. */
  public WireMessage string(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds bytes. */
  public WireMessage bytes(int field, byte[] bytes) {
    tag(field, WIRE_LENGTH_DELIMITED);
    rawVarint(bytes.length);
    encoded.writeBytes(bytes);
    size += bytes.length;
    return this;
  }

  /** Adds a message, which must not change afterwards. */
  public WireMessage message(int field, WireMessage value) {
    tag(field, WIRE_LENGTH_DELIMITED);
    rawVarint(value.size);
    value.flush();
    flush();
    parts.addAll(value.parts);
    size += value.size;
    return this;
  }

  /** Adds a tensor's elements as bytes. */
  public WireMessage elements(int field, Tensor value) {
    tag(field, WIRE_LENGTH_DELIMITED);
    rawVarint(value.byteCount());
    flush();
    parts.add(value);
    size += value.byteCount();
    return this;
  }

  /** Writes the message. */
  public void writeTo(WritableByteChannel channel) throws IOException {
    flush();
    for (Object part : parts) {
      if (part instanceof Tensor tensor) {
        tensor.writeTo(channel);
      } else {
        ByteBuffer bytes = ByteBuffer.wrap((byte[]) part);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
    }
  }

  private void flush() {
    if (encoded.size() > 0) {
      parts.add(encoded.toByteArray());
      encoded = new ByteArrayOutputStream();
    }
  }

  private void tag(int field, int wireType) {
    rawVarint((long) field << 3 | wireType);
  }

  private void rawVarint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      rawByte((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    rawByte((int) rest);
  }

  private void rawByte(int value) {
    encoded.write(value);
    size++;
  }
}
