// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.ImageException;

/**
 * The headers of a BMP file.
 *
 * @param topDown whether the first row of the file is the picture's uppermost
 * @param bits bits per pixel: 1, 4, 8, 16, 24 or 32
 * @param masks the bit masks of red, green, blue and alpha in a pixel of 16 or 32 bits // [4]
 * @param paletteStart offset of the palette in the file
 * @param paletteStep bytes of a palette entry: 3 or 4
 * @param colours the number of colours in the palette
 * @param data offset of the pixels in the file
 */
@SuppressWarnings("ArrayRecordComponent") // short-lived, during one decoding
record BmpHeader(
    int width,
    int height,
    boolean topDown,
    int bits,
    int[] masks,
    int paletteStart,
    int paletteStep,
    int colours,
    int data) {
  private static final int FILE_HEADER = 14;
  private static final int OS2_HEADER = 12;
  private static final int WINDOWS_HEADER = 40;
  private static final int HEADER_WITH_ALPHA_MASK = 56;
  private static final int RAW = 0;
  private static final int BITFIELDS = 3;
  private static final int[] MASKS_555 = {0x7c00, 0x3e0, 0x1f, 0};
  private static final int[] MASKS_888 = {0xff0000, 0xff00, 0xff, 0};

  static BmpHeader read(byte[] file, long maxPixels) {
    int size = Bytes.littleEndian32(file, FILE_HEADER);
    BmpHeader header =
        switch (size) {
          case OS2_HEADER -> os2(file);
          case WINDOWS_HEADER, 52, HEADER_WITH_ALPHA_MASK, 64, 108, 124 -> windows(file, size);
          default -> throw new ImageException("a BMP with a header of " + size + " bytes");
        };
    PixelLimit.check(header.width, header.height, maxPixels);
    boolean known =
        switch (header.bits) {
          case 1, 4, 8, 16, 24, 32 -> true;
          default -> false;
        };
    if (!known) {
      throw new ImageException("a BMP of " + header.bits + " bits a pixel");
    }
    return header;
  }

  private static BmpHeader os2(byte[] file) {
    int bits = Bytes.littleEndian16(file, FILE_HEADER + 10);
    return new BmpHeader(
        Bytes.littleEndian16(file, FILE_HEADER + 4),
        Bytes.littleEndian16(file, FILE_HEADER + 6),
        false,
        bits,
        bits == 16 ? MASKS_555 : MASKS_888,
        FILE_HEADER + OS2_HEADER,
        3,
        bits <= 8 ? 1 << bits : 0,
        Bytes.littleEndian32(file, 10));
  }

  private static BmpHeader windows(byte[] file, int size) {
    int at = FILE_HEADER;
    int height = Bytes.littleEndian32(file, at + 8);
    int bits = Bytes.littleEndian16(file, at + 14);
    int compression = Bytes.littleEndian32(file, at + 16);
    if (compression != RAW && compression != BITFIELDS) {
      throw new ImageException(
          "a BMP of compression " + compression + "; only plain ones are read");
    }
    int[] masks = (bits == 16 ? MASKS_555 : MASKS_888).clone();
    int paletteStart = at + size;
    if (compression == BITFIELDS) {
      for (int i = 0; i < 3; i++) {
        masks[i] = Bytes.littleEndian32(file, at + WINDOWS_HEADER + 4 * i);
      }
      masks[3] =
          size >= HEADER_WITH_ALPHA_MASK ? Bytes.littleEndian32(file, at + WINDOWS_HEADER + 12) : 0;
    }
    int stated = Bytes.littleEndian32(file, at + 32);
    int colours = bits <= 8 ? (stated == 0 ? 1 << bits : stated) : 0;
    return new BmpHeader(
        Bytes.littleEndian32(file, at + 4),
        Math.abs(height),
        height < 0,
        bits,
        masks,
        paletteStart,
        4,
        colours,
        Bytes.littleEndian32(file, 10));
  }

  /** Returns the number of bytes per row in the file, a multiple of 4. */
  int rowBytes() {
    return (int) (((long) width * bits + 31) / 32 * 4);
  }
}
