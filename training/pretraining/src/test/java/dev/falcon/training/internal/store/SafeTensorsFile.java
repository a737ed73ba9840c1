// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Json;
import dev.falcon.data.npy.Float16;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes small safetensors files, right and wrong ones, for tests. */
final class SafeTensorsFile {
  private final ObjectNode header = Json.mapper().createObjectNode();
  private ByteBuffer data = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);

  SafeTensorsFile() {
    header.putObject("__metadata__").put("format", "pt");
  }

  /** Adds a tensor whose elements are 0, 1, 2, … plus an offset. */
  SafeTensorsFile ramp(String name, float offset, long... shape) {
    int count = 1;
    for (long size : shape) {
      count *= (int) size;
    }
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = i + offset;
    }
    return add(name, "F32", values, shape);
  }

  /** Adds a tensor of the type. */
  SafeTensorsFile add(String name, String type, float[] values, long... shape) {
    if (data.remaining() < values.length * 8) {
      ByteBuffer larger =
          ByteBuffer.allocate(data.capacity() * 2 + values.length * 8)
              .order(ByteOrder.LITTLE_ENDIAN);
      data = larger.put(data.flip());
    }
    long begin = data.position();
    for (float value : values) {
      switch (type) {
        case "F64" -> data.putDouble(value);
        case "F32" -> data.putFloat(value);
        case "F16" -> data.putShort(Float16.ofFloat(value));
        case "BF16" -> data.putShort((short) (Float.floatToRawIntBits(value) >>> 16));
        case "I64" -> data.putLong((long) value);
        default -> data.put((byte) value);
      }
    }
    return place(name, type, begin, data.position(), shape);
  }

  /** Places a tensor in the header only. */
  SafeTensorsFile place(String name, String type, long begin, long end, long... shape) {
    ObjectNode entry = header.putObject(name).put("dtype", type);
    ArrayNode sizes = entry.putArray("shape");
    for (long size : shape) {
      sizes.add(size);
    }
    entry.putArray("data_offsets").add(begin).add(end);
    return this;
  }

  /** Writes the file. */
  Path write(Path file) {
    byte[] json = Json.line(header).getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + json.length + data.position()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(json.length).put(json).put(data.array(), 0, data.position());
    try {
      return Files.write(file, bytes.array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
