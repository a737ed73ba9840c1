// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal.jpeg;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.internal.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a JPEG's marker segments up to the next scan, and keeps their definitions: tables, frame,
 * restart interval, and colour space. Other application segments, such as EXIF and colour profiles,
 * are skipped.
 */
final class JpegSegments {
  /** Position in a block of the k-th coefficient; a run in broken data may point past the end. */
  static final int[] NATURAL_ORDER = naturalOrder();

  private static final int SOF0 = 0xc0;
  private static final int SOF1 = 0xc1;
  private static final int SOF2 = 0xc2;
  private static final int SOF15 = 0xcf;
  private static final int DHT = 0xc4;
  private static final int JPG = 0xc8;
  private static final int DAC = 0xcc;
  private static final int RST0 = 0xd0;
  private static final int RST7 = 0xd7;
  private static final int SOI = 0xd8;
  private static final int EOI = 0xd9;
  private static final int SOS = 0xda;
  private static final int DQT = 0xdb;
  private static final int DRI = 0xdd;
  private static final int APP0 = 0xe0;
  private static final int APP14 = 0xee;
  private static final int TEM = 0x01;

  /** The value of {@link #adobeTransform} without an Adobe segment. */
  static final int NO_ADOBE = -1;

  private final byte[] file;
  private final long maxPixels;
  private final int[][] quantization = new int[4][];
  private final JpegHuffman[] dcTables = new JpegHuffman[4];
  private final JpegHuffman[] acTables = new JpegHuffman[4];
  private JpegFrame frame;
  private int restartInterval;
  private boolean jfif;
  private int adobeTransform = NO_ADOBE;
  private List<JpegComponent> scanComponents = List.of();
  private int spectralFirst;
  private int spectralLast;
  private int approximation;

  JpegSegments(byte[] file, long maxPixels) {
    this.file = file;
    this.maxPixels = maxPixels;
  }

  /**
   * Resumes at a marker, or at bytes before one.
   *
   * @return the position of the next scan's data; -1 at the end of the picture
   */
  int readToScan(int from) {
    int at = JpegRestart.next(file, from);
    while (at < file.length) {
      int marker = file[at + 1] & 0xff;
      if (marker == EOI) {
        return -1;
      }
      int start = at + 4;
      if (marker == SOI || marker == TEM || (marker >= RST0 && marker <= RST7)) {
        at = JpegRestart.next(file, at + 2);
        continue;
      }
      int length = start <= file.length ? Bytes.bigEndian16(file, at + 2) - 2 : 0;
      if (length < 0 || start + length > file.length) {
        throw new ImageException("the JPEG is cut short");
      }
      if (marker == SOS) {
        readScan(start, length);
        return start + length;
      }
      readSegment(marker, start, length);
      at = JpegRestart.next(file, start + length);
    }
    throw new ImageException("the JPEG is cut short");
  }

  private void readSegment(int marker, int start, int length) {
    switch (marker) {
      case DHT -> readHuffman(start, start + length);
      case DQT -> readQuantization(start, start + length);
      case DRI -> restartInterval = Bytes.bigEndian16(file, start);
      case APP0 -> jfif |= length >= 14 && startsWith(start, "JFIF\0");
      case APP14 -> {
        if (length >= 12 && startsWith(start, "Adobe")) {
          adobeTransform = file[start + 11] & 0xff;
        }
      }
      case SOF0, SOF1, SOF2 -> {
        if (frame != null) {
          throw new ImageException("a JPEG of more than one frame");
        }
        frame = JpegFrame.read(file, start, length, marker == SOF2, maxPixels);
      }
      default -> {
        if (marker >= SOF0 && marker <= SOF15 && marker != JPG && marker != DAC) {
          throw new ImageException(
              "a JPEG of the kind SOF" + (marker - SOF0) + "; SOF0, SOF1 and SOF2 are read");
        }
      }
    }
  }

  private boolean startsWith(int start, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (file[start + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private void readHuffman(int start, int end) {
    int at = start;
    while (at + 17 <= end) {
      int kind = file[at] & 0xff;
      int total = 0;
      for (int i = 1; i <= 16; i++) {
        total += file[at + i] & 0xff;
      }
      if (total > 256 || at + 17 + total > end || (kind & ~0x13) != 0) {
        throw new ImageException("the JPEG's Huffman table is broken");
      }
      byte[] symbols = Arrays.copyOfRange(file, at + 17, at + 17 + total);
      JpegHuffman[] tables = kind >> 4 == 0 ? dcTables : acTables;
      tables[kind & 3] = new JpegHuffman(file, at + 1, symbols);
      at += 17 + total;
    }
  }

  private void readQuantization(int start, int end) {
    int at = start;
    while (at < end) {
      int kind = file[at++] & 0xff;
      int bytes = kind >> 4 == 0 ? 1 : 2;
      if ((kind & 0xf) > 3 || at + 64 * bytes > end) {
        throw new ImageException("the JPEG's quantization table is broken");
      }
      int[] table = new int[64];
      for (int k = 0; k < 64; k++) {
        table[NATURAL_ORDER[k]] =
            bytes == 1 ? file[at + k] & 0xff : Bytes.bigEndian16(file, at + 2 * k);
      }
      quantization[kind & 0xf] = table;
      at += 64 * bytes;
    }
  }

  private void readScan(int start, int length) {
    int count = length > 0 ? file[start] & 0xff : 0;
    if (frame == null || count < 1 || count > 4 || length != 4 + 2 * count) {
      throw new ImageException("the JPEG's scan header is broken");
    }
    List<JpegComponent> components = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      components.add(scanComponent(start + 1 + 2 * i, components));
    }
    int at = start + 1 + 2 * count;
    spectralFirst = frame.progressive() ? file[at] & 0xff : 0;
    spectralLast = frame.progressive() ? file[at + 1] & 0xff : 63;
    approximation = frame.progressive() ? file[at + 2] & 0xff : 0;
    if (spectralFirst > spectralLast
        || spectralLast > 63
        || approximationLow() > 13
        || (spectralFirst > 0 && count > 1)) {
      throw new ImageException("the JPEG's scan header is broken");
    }
    scanComponents = List.copyOf(components);
    scanComponents.forEach(this::requireTables);
  }

  /** Returns the frame's component with this name, which the scan does not have yet. */
  private JpegComponent scanComponent(int at, List<JpegComponent> named) {
    int id = file[at] & 0xff;
    int tables = file[at + 1] & 0x33;
    for (JpegComponent component : frame.components()) {
      if (component.id == id && !named.contains(component)) {
        component.dcTable = dcTables[tables >> 4];
        component.acTable = acTables[tables & 3];
        return component;
      }
    }
    throw new ImageException("the JPEG's scan names a component that its frame lacks");
  }

  private void requireTables(JpegComponent component) {
    boolean dc = spectralFirst == 0 && approximationHigh() == 0;
    boolean ac = spectralLast > 0;
    if ((dc && component.dcTable == null) || (ac && component.acTable == null)) {
      throw new ImageException("the JPEG lacks a Huffman table");
    }
    if (component.quantization == null) {
      component.quantization = quantization[component.quantizationIndex & 3];
      if (component.quantization == null) {
        throw new ImageException("the JPEG lacks a quantization table");
      }
    }
  }

  byte[] file() {
    return file;
  }

  /** Returns the frame; null before its segment is read. */
  JpegFrame frame() {
    return frame;
  }

  int restartInterval() {
    return restartInterval;
  }

  boolean jfif() {
    return jfif;
  }

  /** Returns the Adobe segment's colour transform, or {@link #NO_ADOBE}. */
  int adobeTransform() {
    return adobeTransform;
  }

  List<JpegComponent> scanComponents() {
    return scanComponents;
  }

  int spectralFirst() {
    return spectralFirst;
  }

  int spectralLast() {
    return spectralLast;
  }

  int approximationHigh() {
    return approximation >> 4;
  }

  int approximationLow() {
    return approximation & 0xf;
  }

  private static int[] naturalOrder() {
    int[] order = new int[64 + 16];
    int row = 0;
    int column = 0;
    for (int k = 0; k < 64; k++) {
      order[k] = 8 * row + column;
      boolean up = (row + column) % 2 == 0;
      if ((up && column == 7) || (!up && row < 7 && column == 0)) {
        row++;
      } else if ((up && row == 0) || (!up && row == 7)) {
        column++;
      } else {
        row += up ? -1 : 1;
        column += up ? 1 : -1;
      }
    }
    Arrays.fill(order, 64, order.length, 63);
    return order;
  }
}
