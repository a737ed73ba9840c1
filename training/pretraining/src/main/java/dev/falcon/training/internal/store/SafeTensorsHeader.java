// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.graph.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The header of a safetensors file: eight bytes with its length, then JSON with the type, shape and
 * place of every tensor. The whole header is validated before tensors are read.
 */
final class SafeTensorsHeader {
  private static final String METADATA = "__metadata__";

  /**
   * The format's own limit on the header's length in bytes, by which invalid lengths are detected.
   */
  private static final long LONGEST_HEADER = 100_000_000;

  private final Path file;
  private final long fileBytes;
  private long dataStart;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, String> metadata = new LinkedHashMap<>();

  /**
   * The place of a tensor.
   *
   * @param begin the position of its first byte in the file
   * @param end the position after its last byte
   */
  record Entry(String name, SafeTensorsType type, List<Long> shape, long begin, long end) {
    long[] dimensions() {
      return shape.stream().mapToLong(Long::longValue).toArray();
    }
  }

  private SafeTensorsHeader(Path file, long fileBytes) {
    this.file = file;
    this.fileBytes = fileBytes;
  }

  /**
   * Reads and checks a file's header.
   *
   * @param file the channel's file, for messages
   * @param channel the channel, positioned at the file's start
   */
  static SafeTensorsHeader read(Path file, FileChannel channel) {
    try {
      SafeTensorsHeader header = new SafeTensorsHeader(file, channel.size());
      header.parse(channel);
      return header;
    } catch (JsonProcessingException e) {
      throw new FalconException(
          file + ": not a safetensors file: its header is not JSON: " + Json.reason(e), e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns the tensors by name, in the header's order. */
  Map<String, Entry> entries() {
    return entries;
  }

  /** Returns the file's metadata. */
  Map<String, String> metadata() {
    return metadata;
  }

  private void parse(FileChannel channel) throws IOException {
    long length = read(channel, 0, Long.BYTES).getLong();
    if (length < 2 || length > LONGEST_HEADER || length > fileBytes - Long.BYTES) {
      throw malformed(
          "its header would have " + length + " bytes; the file has " + fileBytes + " in all");
    }
    dataStart = Long.BYTES + length;
    JsonNode tree =
        Json.mapper()
            .reader()
            .with(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .readTree(read(channel, Long.BYTES, (int) length).array());
    if (!tree.isObject()) {
      throw malformed("its header is not a JSON object");
    }
    for (Map.Entry<String, JsonNode> field : tree.properties()) {
      if (field.getKey().equals(METADATA)) {
        field
            .getValue()
            .properties()
            .forEach(line -> metadata.put(line.getKey(), line.getValue().asText()));
      } else {
        entries.put(field.getKey(), entry(field.getKey(), field.getValue()));
      }
    }
    checkOverlaps();
  }

  private Entry entry(String name, JsonNode node) {
    String typeName = node.path("dtype").asText();
    SafeTensorsType type =
        SafeTensorsType.of(typeName)
            .orElseThrow(
                () -> malformed("tensor " + name + " has the unknown dtype '" + typeName + "'"));
    List<Long> shape = numbers(name, node.path("shape"), "shape");
    List<Long> offsets = numbers(name, node.path("data_offsets"), "data_offsets");
    if (offsets.size() != 2 || offsets.get(0) > offsets.get(1)) {
      throw malformed("tensor " + name + " has the data_offsets " + offsets);
    }
    if (offsets.get(1) > fileBytes - dataStart) {
      throw new FalconException(
          file
              + ": is cut off: tensor "
              + name
              + " ends at byte "
              + Long.toUnsignedString(dataStart + offsets.get(1))
              + ", the file at "
              + fileBytes);
    }
    Entry entry =
        new Entry(name, type, shape, dataStart + offsets.get(0), dataStart + offsets.get(1));
    long wanted = byteCount(entry);
    if (wanted != entry.end() - entry.begin()) {
      throw malformed(
          "tensor "
              + name
              + " of "
              + typeName
              + shape
              + " needs "
              + wanted
              + " bytes and has "
              + (entry.end() - entry.begin()));
    }
    return entry;
  }

  private long byteCount(Entry entry) {
    try {
      return Math.multiplyExact(Tensor.elementCount(entry.dimensions()), entry.type().bytes());
    } catch (ArithmeticException e) {
      throw malformed("tensor " + entry.name() + " has the shape " + entry.shape());
    }
  }

  private List<Long> numbers(String name, JsonNode array, String key) {
    List<Long> numbers = new ArrayList<>();
    for (JsonNode number : array) {
      if (!number.isIntegralNumber() || !number.canConvertToLong() || number.longValue() < 0) {
        throw malformed("tensor " + name + " has " + number + " in its " + key);
      }
      numbers.add(number.longValue());
    }
    if (!array.isArray()) {
      throw malformed("tensor " + name + " has no " + key);
    }
    return List.copyOf(numbers);
  }

  private void checkOverlaps() {
    List<Entry> sorted = new ArrayList<>(entries.values());
    sorted.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).begin() < sorted.get(i - 1).end()) {
        throw malformed(
            "tensors "
                + sorted.get(i - 1).name()
                + " and "
                + sorted.get(i).name()
                + " overlap at byte "
                + sorted.get(i).begin());
      }
    }
  }

  private FalconException malformed(String problem) {
    return new FalconException(file + ": not a safetensors file: " + problem);
  }

  private ByteBuffer read(FileChannel channel, long position, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    if (!FileReads.fill(channel, position, buffer)) {
      throw malformed("it has " + channel.size() + " bytes");
    }
    return buffer.flip();
  }
}
