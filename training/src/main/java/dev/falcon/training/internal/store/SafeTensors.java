package dev.falcon.training.internal.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads a safetensors file of any size: the header at once, a tensor when it is asked for. Values
 * of 16 bits (float16, bfloat16) are widened.
 */
public final class SafeTensors implements AutoCloseable {
  private static final long MAX_HEADER = 100_000_000;

  private final Path file;
  private final FileChannel channel;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, String> metadata = new LinkedHashMap<>();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Entry(String type, long[] shape, long begin, long end) {}

  private SafeTensors(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Opens a file.
   *
   * @throws FalconException if it is no safetensors file, or not a whole one
   */
  public static SafeTensors open(Path file) {
    try {
      SafeTensors opened = new SafeTensors(file, FileChannel.open(file, StandardOpenOption.READ));
      try {
        opened.readHeader();
      } catch (IOException | RuntimeException e) {
        opened.close();
        throw e;
      }
      return opened;
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private void readHeader() throws IOException {
    long size = channel.size();
    long length = size < 8 ? -1 : read(0, 8).getLong();
    if (length < 2 || length > MAX_HEADER || length + 8 > size) {
      throw new FalconException(file + ": not a safetensors file, or cut off in its header");
    }
    byte[] bytes = new byte[(int) length];
    read(8, bytes.length).get(bytes);
    JsonNode header;
    try {
      header = Json.mapper().readTree(new String(bytes, StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      throw new FalconException(file + ": its safetensors header is not JSON", e);
    }
    for (Map.Entry<String, JsonNode> field : header.properties()) {
      JsonNode node = field.getValue();
      if (field.getKey().equals("__metadata__")) {
        node.properties().forEach(line -> metadata.put(line.getKey(), line.getValue().asText()));
        continue;
      }
      long[] shape = Json.mapper().convertValue(node.get("shape"), long[].class);
      long begin = 8 + length + node.path("data_offsets").path(0).asLong(-1);
      long end = 8 + length + node.path("data_offsets").path(1).asLong(-1);
      if (shape == null || begin < 8 + length || end < begin || end > size) {
        throw new FalconException(
            file + ": tensor " + field.getKey() + " lies beyond the file's end; is it whole?");
      }
      entries.put(field.getKey(), new Entry(node.path("dtype").asText(), shape, begin, end));
    }
  }

  /** The names of all tensors, in the file's order. */
  public Set<String> names() {
    return entries.keySet();
  }

  /** The file's lines of metadata. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /** The shape of a tensor. */
  public long[] shape(String name) {
    return entry(name).shape().clone();
  }

  /** The values of a tensor as float32. */
  public float[] floats(String name) {
    Entry entry = entry(name);
    int width =
        switch (entry.type()) {
          case "F32" -> 4;
          case "F16", "BF16" -> 2;
          default ->
              throw new FalconException(
                  file
                      + ": tensor "
                      + name
                      + " is "
                      + entry.type()
                      + "; F32, F16 and BF16 can be read");
        };
    long count = 1;
    for (long extent : entry.shape()) {
      count *= extent;
    }
    if (count * width != entry.end() - entry.begin() || count > Integer.MAX_VALUE - 8) {
      throw new FalconException(file + ": tensor " + name + " has the wrong number of bytes");
    }
    float[] values = new float[(int) count];
    // A mapping ends at 2 GiB; pieces keep clear of that.
    int piece = 1 << 28;
    for (int start = 0; start < values.length; start += piece) {
      int length = Math.min(piece, values.length - start);
      ByteBuffer bytes = map(entry.begin() + (long) start * width, (long) length * width);
      decode(bytes, entry.type(), values, start, length);
    }
    return values;
  }

  private static void decode(ByteBuffer bytes, String type, float[] values, int start, int length) {
    if (type.equals("F32")) {
      bytes.asFloatBuffer().get(values, start, length);
      return;
    }
    boolean brain = type.equals("BF16");
    for (int i = 0; i < length; i++) {
      short bits = bytes.getShort(2 * i);
      values[start + i] = brain ? Float.intBitsToFloat(bits << 16) : half(bits);
    }
  }

  /** IEEE 754 binary16. */
  static float half(short bits) {
    int sign = (bits & 0x8000) << 16;
    int exponent = bits >> 10 & 0x1F;
    int fraction = bits & 0x3FF;
    if (exponent == 0) {
      float magnitude = fraction * 0x1p-24f;
      return sign == 0 ? magnitude : -magnitude;
    }
    int wide = exponent == 31 ? 255 : exponent + 112;
    return Float.intBitsToFloat(sign | wide << 23 | fraction << 13);
  }

  private Entry entry(String name) {
    Entry entry = entries.get(name);
    if (entry == null) {
      throw new FalconException(file + ": holds no tensor called " + name);
    }
    return entry;
  }

  private ByteBuffer map(long position, long length) {
    try {
      MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, position, length);
      return mapped.order(ByteOrder.LITTLE_ENDIAN);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private ByteBuffer read(long position, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, position + buffer.position()) < 0) {
        throw new FalconException(file + ": ends too early");
      }
    }
    return buffer.flip();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be closed: " + e.getMessage(), e);
    }
  }
}
