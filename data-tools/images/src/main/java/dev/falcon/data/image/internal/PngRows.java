// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.PixelMode;
import java.util.Arrays;

/** Decodes a PNG's rows: reverses filters, expands samples to bytes, places pixels. */
final class PngRows {
  /** The source of the filtered bytes. */
  interface Source {
    /** Fills the first {@code length} bytes, or throws. */
    void read(byte[] into, int length);
  }

  private final PngHeader header;
  private final Source source;
  private final byte[] pixels;
  private final int bytesPerPixel;
  private byte[] row; // the filter's number, then the packed samples
  private byte[] above;

  PngRows(PngHeader header, Source source, byte[] pixels) {
    this.header = header;
    this.source = source;
    this.pixels = pixels;
    this.bytesPerPixel = header.mode().bytesPerPixel();
    this.row = new byte[1 + header.rowBytes(header.width())];
    this.above = new byte[row.length];
  }

  /** Reads the pixels at x = left + i * stepX, y = top + j * stepY. */
  void pass(int left, int top, int stepX, int stepY) {
    int count = (header.width() - left + stepX - 1) / stepX;
    if (count <= 0) {
      return;
    }
    int length = header.rowBytes(count);
    Arrays.fill(above, (byte) 0);
    for (int y = top; y < header.height(); y += stepY) {
      source.read(row, length + 1);
      unfilter(length);
      place(count, (y * header.width() + left) * bytesPerPixel, stepX * bytesPerPixel);
      byte[] swap = above;
      above = row;
      row = swap;
    }
  }

  private void unfilter(int length) {
    int step = header.filterStep();
    int end = length + 1;
    switch (row[0]) {
      case 0 -> {}
      case 1 -> {
        for (int i = 1 + step; i < end; i++) {
          row[i] = (byte) (row[i] + row[i - step]);
        }
      }
      case 2 -> {
        for (int i = 1; i < end; i++) {
          row[i] = (byte) (row[i] + above[i]);
        }
      }
      case 3 -> {
        for (int i = 1; i < end; i++) {
          int left = i > step ? row[i - step] & 0xff : 0;
          row[i] = (byte) (row[i] + ((left + (above[i] & 0xff)) >> 1));
        }
      }
      case 4 -> {
        for (int i = 1; i < end; i++) {
          int left = i > step ? row[i - step] & 0xff : 0;
          int upperLeft = i > step ? above[i - step] & 0xff : 0;
          row[i] = (byte) (row[i] + paeth(left, above[i] & 0xff, upperLeft));
        }
      }
      default -> throw new ImageException("the PNG's data are broken: filter " + row[0]);
    }
  }

  /**
   * Returns the one of three neighbours that is nearest to left + upper - upperLeft; the first wins
   * a tie.
   */
  private static int paeth(int left, int upper, int upperLeft) {
    int toLeft = Math.abs(upper - upperLeft);
    int toUpper = Math.abs(left - upperLeft);
    int toUpperLeft = Math.abs(left + upper - 2 * upperLeft);
    if (toLeft <= toUpper && toLeft <= toUpperLeft) {
      return left;
    }
    return toUpper <= toUpperLeft ? upper : upperLeft;
  }

  private void place(int count, int start, int step) {
    if (header.bitDepth() < 8) {
      placeBits(count, start, step);
    } else if (header.bitDepth() == 8) {
      placeBytes(count, start, step);
    } else {
      placeWords(count, start, step);
    }
  }

  /** Places samples of less than a byte. Gray is stretched to [0, 255]; palette indices are not. */
  private void placeBits(int count, int start, int step) {
    int depth = header.bitDepth();
    int mask = (1 << depth) - 1;
    int scale = header.mode() == PixelMode.PALETTE ? 1 : 255 / mask;
    for (int i = 0; i < count; i++) {
      int bit = i * depth;
      int value = row[1 + (bit >> 3)] >> (8 - depth - (bit & 7)) & mask;
      pixels[start + i * step] = (byte) (value * scale);
    }
  }

  private void placeBytes(int count, int start, int step) {
    if (step == bytesPerPixel) {
      System.arraycopy(row, 1, pixels, start, count * bytesPerPixel);
      return;
    }
    for (int i = 0; i < count; i++) {
      System.arraycopy(row, 1 + i * bytesPerPixel, pixels, start + i * step, bytesPerPixel);
    }
  }

  /** Places samples of two bytes. Gray keeps both bytes; colours keep the high byte. */
  private void placeWords(int count, int start, int step) {
    int channels = header.channels();
    for (int i = 0; i < count; i++) {
      int from = 1 + 2 * channels * i;
      int to = start + i * step;
      switch (channels) {
        case 1 -> {
          pixels[to] = row[from];
          pixels[to + 1] = row[from + 1];
        }
        case 2 -> {
          Arrays.fill(pixels, to, to + 3, row[from]);
          pixels[to + 3] = row[from + 2];
        }
        default -> {
          for (int c = 0; c < channels; c++) {
            pixels[to + c] = row[from + 2 * c];
          }
        }
      }
    }
  }
}
