// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes a safetensors file: 8 bytes for the header's length, a JSON header, then all values,
 * little-endian. The file is written atomically.
 */
public final class SafeTensorsWriter {
  private static final int BUFFER = 1 << 20;

  private final Map<String, float[]> values = new LinkedHashMap<>();
  private final Map<String, long[]> shapes = new LinkedHashMap<>();
  private final Map<String, String> metadata = new LinkedHashMap<>();

  /** Adds a float32 tensor; the values are not copied. */
  public SafeTensorsWriter tensor(String name, float[] data, long... shape) {
    if (Arrays.stream(shape).reduce(1, Math::multiplyExact) != data.length) {
      throw new IllegalArgumentException(
          name + ": " + data.length + " values for shape " + Arrays.toString(shape));
    }
    values.put(name, data);
    shapes.put(name, shape);
    return this;
  }

  /** Adds a metadata entry. */
  public SafeTensorsWriter metadata(String key, String value) {
    metadata.put(key, value);
    return this;
  }

  /** Writes the file, replacing an older one. */
  public void write(Path file) {
    byte[] header = header();
    try (AtomicFile output = AtomicFile.create(file)) {
      try (FileChannel channel =
          FileChannel.open(
              output.path(),
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(header.length);
        drain(channel, buffer);
        writeFully(channel, ByteBuffer.wrap(header));
        for (float[] data : values.values()) {
          for (float value : data) {
            if (!buffer.hasRemaining()) {
              drain(channel, buffer);
            }
            buffer.putFloat(value);
          }
        }
        drain(channel, buffer);
        channel.force(true);
      }
      output.commit();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private byte[] header() {
    ObjectNode tree = Json.mapper().createObjectNode();
    if (!metadata.isEmpty()) {
      ObjectNode lines = tree.putObject("__metadata__");
      metadata.forEach(lines::put);
    }
    long offset = 0;
    for (Map.Entry<String, float[]> entry : values.entrySet()) {
      long end = offset + 4L * entry.getValue().length;
      ObjectNode tensor = tree.putObject(entry.getKey());
      tensor.put("dtype", "F32");
      tensor.set("shape", Json.mapper().valueToTree(shapes.get(entry.getKey())));
      tensor.set("data_offsets", Json.mapper().valueToTree(new long[] {offset, end}));
      offset = end;
    }
    byte[] json = Json.line(tree).getBytes(StandardCharsets.UTF_8);
    // Padded by blanks, so that values are aligned for any kernel.
    byte[] padded = Arrays.copyOf(json, (json.length + 8 + 63) / 64 * 64 - 8);
    Arrays.fill(padded, json.length, padded.length, (byte) ' ');
    return padded;
  }

  private static void drain(FileChannel channel, ByteBuffer buffer) throws IOException {
    buffer.flip();
    writeFully(channel, buffer);
    buffer.clear();
  }

  private static void writeFully(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }
}
