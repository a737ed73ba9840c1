// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads event files by the formats' descriptions alone: TFRecord's frames with CRC-32C by its
 * polynomial, protocol buffers by their wire format, fields by the numbers of {@code event.proto}
 * and {@code summary.proto}. Shares no code with the writer.
 */
public final class EventReader {
  /** A value of a summary: its tag and its field of the value's kind. */
  public record Value(long step, double wallTime, String tag, int kind, Object content) {}

  private EventReader() {}

  /** All values, after the version that must come first. */
  public static List<Value> read(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    List<Value> values = new ArrayList<>();
    boolean first = true;
    while (bytes.hasRemaining()) {
      byte[] head = new byte[8];
      bytes.get(head);
      assertThat(bytes.getInt()).isEqualTo(masked(head));
      byte[] record =
          new byte[(int) ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong()];
      bytes.get(record);
      assertThat(bytes.getInt()).isEqualTo(masked(record));
      Map<Integer, List<Object>> event = message(record);
      if (first) {
        assertThat(text(event.get(3).get(0))).isEqualTo("brain.Event:2");
        first = false;
        continue;
      }
      long step = event.containsKey(2) ? (long) event.get(2).get(0) : 0;
      double wall = Double.longBitsToDouble((long) event.get(1).get(0));
      for (Object value : message((byte[]) event.get(5).get(0)).get(1)) {
        Map<Integer, List<Object>> fields = message((byte[]) value);
        int kind =
            fields.keySet().stream().filter(field -> field != 1 && field != 9).findFirst().get();
        values.add(
            new Value(step, wall, text(fields.get(1).get(0)), kind, fields.get(kind).get(0)));
      }
    }
    return values;
  }

  static String text(Object bytes) {
    return new String((byte[]) bytes, StandardCharsets.UTF_8);
  }

  /** A message's fields: whole numbers as long, of 32 bits as int, all else as bytes. */
  static Map<Integer, List<Object>> message(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    Map<Integer, List<Object>> fields = new TreeMap<>();
    while (in.hasRemaining()) {
      long tag = varint(in);
      Object value =
          switch ((int) (tag & 7)) {
            case 0 -> varint(in);
            case 1 -> in.getLong();
            case 2 -> {
              byte[] content = new byte[(int) varint(in)];
              in.get(content);
              yield content;
            }
            case 5 -> in.getInt();
            default -> throw new IllegalStateException("wire type of tag " + tag);
          };
      fields.computeIfAbsent((int) (tag >>> 3), none -> new ArrayList<>()).add(value);
    }
    return fields;
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private static int masked(byte[] bytes) {
    int crc = -1;
    for (byte next : bytes) {
      crc ^= next & 0xFF;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 1) == 0 ? crc >>> 1 : (crc >>> 1) ^ 0x82F63B78; // Castagnoli's, reflected
      }
    }
    crc = ~crc;
    return ((crc >>> 15) | (crc << 17)) + 0xa282ead8;
  }
}
