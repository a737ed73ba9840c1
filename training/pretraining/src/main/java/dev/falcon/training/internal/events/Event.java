// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.events;

import dev.falcon.onnx.graph.WireMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * An event of TensorFlow's {@code event.proto}: a step and its values. The event's wall time is its
 * step in seconds, so that equal runs write equal bytes.
 */
final class Event {
  private static final int WALL_TIME = 1;
  private static final int STEP = 2;
  private static final int FILE_VERSION = 3;
  private static final int SUMMARY = 5;
  private static final int SUMMARY_VALUE = 1;
  private static final int TAG = 1;
  private static final int BINS = 20;
  private static final int BEGIN = 48; // number of bytes that hold the start of the first tag

  /** The keys of evaluations in the lines of metrics. */
  static final List<String> EVALUATIONS = List.of("retrieval", "evaluation");

  private final WireMessage summary = new WireMessage();
  private final long step;

  Event(long step) {
    this.step = step;
  }

  /** Returns the file's first event. */
  static byte[] version() {
    return bytes(new WireMessage().float64(WALL_TIME, 0).string(FILE_VERSION, "brain.Event:2"));
  }

  /** Returns the event of a text that belongs to the run rather than to a step. */
  static byte[] ofRun(String tag, String text) {
    Event event = new Event(0);
    event.text(tag, text);
    return bytes(new WireMessage().float64(WALL_TIME, 0).message(SUMMARY, event.summary));
  }

  /** Returns whether an event holds an evaluation; such an event holds nothing else. */
  static boolean evaluates(byte[] event) {
    String begin = new String(event, 0, Math.min(event.length, BEGIN), StandardCharsets.ISO_8859_1);
    return EVALUATIONS.stream().anyMatch(key -> begin.contains(key + "/"));
  }

  /** Adds a number. */
  void scalar(String tag, double value) {
    add(new WireMessage().string(TAG, tag).float32(2, (float) value));
  }

  /** Adds a text, which TensorBoard shows as Markdown. */
  void text(String tag, String text) {
    WireMessage metadata =
        new WireMessage().message(1, new WireMessage().string(1, "text")); // plugin_data
    WireMessage tensor =
        new WireMessage()
            .varint(1, 7) // DT_STRING
            .message(2, new WireMessage()) // of no dimension
            .string(8, text);
    add(new WireMessage().string(TAG, tag).message(8, tensor).message(9, metadata));
  }

  /** Adds a PNG. */
  void picture(String tag, byte[] png, int width, int height) {
    WireMessage image =
        new WireMessage().varint(1, height).varint(2, width).varint(3, 3).bytes(4, png);
    add(new WireMessage().string(TAG, tag).message(4, image));
  }

  /** Adds the distribution of values in [0, 1], at least one. */
  void histogram(String tag, double[] values) {
    double[] limits = new double[BINS];
    double[] counts = new double[BINS];
    Arrays.setAll(limits, bin -> (bin + 1.0) / BINS);
    double sum = 0;
    double squares = 0;
    for (double value : values) {
      counts[Math.min(BINS - 1, (int) (value * BINS))]++;
      sum += value;
      squares += value * value;
    }
    WireMessage histogram =
        new WireMessage()
            .float64(1, Arrays.stream(values).min().orElseThrow())
            .float64(2, Arrays.stream(values).max().orElseThrow())
            .float64(3, values.length)
            .float64(4, sum)
            .float64(5, squares)
            .bytes(6, packed(limits))
            .bytes(7, packed(counts));
    add(new WireMessage().string(TAG, tag).message(5, histogram));
  }

  private void add(WireMessage value) {
    summary.message(SUMMARY_VALUE, value);
  }

  /** Returns the event's bytes. */
  byte[] bytes() {
    return bytes(
        new WireMessage()
            .float64(WALL_TIME, (double) step)
            .varint(STEP, step)
            .message(SUMMARY, summary));
  }

  /**
   * Returns the step of an event that {@link #bytes} has written; -1 for an event without a step.
   */
  static long stepOf(byte[] event) {
    int at = 1 + Double.BYTES; // after the wall time
    if (event.length <= at || event[at] != (STEP << 3)) {
      return -1;
    }
    long step = 0;
    int shift = 0;
    byte next;
    do {
      next = event[++at];
      step |= (long) (next & 0x7F) << shift;
      shift += 7;
    } while (next < 0 && at + 1 < event.length);
    return step;
  }

  private static byte[] packed(double[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    return bytes.array();
  }

  private static byte[] bytes(WireMessage message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      message.writeTo(Channels.newChannel(out));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // no channel
    }
    return out.toByteArray();
  }
}
