// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.PixelMode;
import dev.falcon.data.image.Raster;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decodes PNG files of every depth and colour type. Gamma, profiles and transparency chunks are not
 * applied.
 */
final class PngDecoder implements FormatDecoder {
  private static final int SIGNATURE_LENGTH = 8;
  private static final int CHUNK_FRAME = 12; // length, type, CRC

  /** The position of a chunk's data in the file. */
  private record Span(int start, int length) {}

  @Override
  public Raster decode(byte[] file, long maxPixels) {
    PngHeader header = null;
    byte[] palette = null;
    List<Span> data = new ArrayList<>();
    int at = SIGNATURE_LENGTH;
    while (at + CHUNK_FRAME <= file.length) {
      int length = Bytes.bigEndian32(file, at);
      String type = new String(file, at + 4, 4, StandardCharsets.ISO_8859_1);
      int start = at + 8;
      int available = file.length - start;
      if (type.equals("IDAT")) {
        // The last chunk may be truncated: the inflater detects whether there are enough data.
        data.add(new Span(start, length < 0 ? available : Math.min(length, available)));
      } else if (type.equals("IEND") || !data.isEmpty()) {
        break;
      }
      if (length < 0 || length > available - 4) {
        break;
      }
      if (type.equals("IHDR")) {
        requireChecksum(file, at, length, type);
        header = PngHeader.read(file, start, length);
        PixelLimit.check(header.width(), header.height(), maxPixels);
      } else if (type.equals("PLTE")) {
        requireChecksum(file, at, length, type);
        palette = palette(file, start, length);
      }
      at = start + length + 4;
    }
    if (header == null) {
      throw new ImageException("a PNG without a header");
    }
    if (header.mode() == PixelMode.PALETTE && palette == null) {
      throw new ImageException("a PNG of palette indices without a palette");
    }
    byte[] pixels = pixels(file, data, header);
    return header.mode() == PixelMode.PALETTE
        ? Raster.indexed(header.width(), header.height(), pixels, palette)
        : Raster.of(header.mode(), header.width(), header.height(), pixels);
  }

  private static void requireChecksum(byte[] file, int at, int length, String type) {
    CRC32 crc = new CRC32();
    crc.update(file, at + 4, length + 4);
    if ((int) crc.getValue() != Bytes.bigEndian32(file, at + 8 + length)) {
      throw new ImageException("the PNG chunk " + type + " is broken: its checksum is wrong");
    }
  }

  private static byte[] palette(byte[] file, int start, int length) {
    byte[] palette = new byte[3 * 256];
    System.arraycopy(file, start, palette, 0, Math.min(length, palette.length));
    return palette;
  }

  private static byte[] pixels(byte[] file, List<Span> data, PngHeader header) {
    int width = header.width();
    int height = header.height();
    byte[] pixels = new byte[width * height * header.mode().bytesPerPixel()];
    Inflater inflater = new Inflater();
    try {
      PngRows rows = new PngRows(header, new PngData(file, data.iterator(), inflater), pixels);
      if (header.interlaced()) {
        rows.pass(0, 0, 8, 8);
        rows.pass(4, 0, 8, 8);
        rows.pass(0, 4, 4, 8);
        rows.pass(2, 0, 4, 4);
        rows.pass(0, 2, 2, 4);
        rows.pass(1, 0, 2, 2);
        rows.pass(0, 1, 1, 2);
      } else {
        rows.pass(0, 0, 1, 1);
      }
    } finally {
      inflater.end();
    }
    return pixels;
  }

  /** The inflated stream of all data chunks. */
  @SuppressWarnings("ArrayRecordComponent") // short-lived, during one decoding
  private record PngData(byte[] file, Iterator<Span> spans, Inflater inflater)
      implements PngRows.Source {
    @Override
    public void read(byte[] into, int length) {
      int done = 0;
      try {
        while (done < length) {
          int count = inflater.inflate(into, done, length - done);
          done += count;
          if (count == 0) {
            feed();
          }
        }
      } catch (DataFormatException e) {
        throw new ImageException("the PNG's compressed data are broken: " + e.getMessage(), e);
      }
    }

    private void feed() {
      if (inflater.finished() || inflater.needsDictionary() || !spans.hasNext()) {
        throw new ImageException("the PNG is cut short");
      }
      Span span = spans.next();
      inflater.setInput(file, span.start(), span.length());
    }
  }
}
