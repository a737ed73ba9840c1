// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.PixelMode;

/**
 * The IHDR chunk of a PNG.
 *
 * @param bitDepth bits per sample: 1, 2, 4, 8 or 16
 * @param colourType 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA
 * @param interlaced whether the pixels are stored in the seven passes of Adam7
 */
record PngHeader(int width, int height, int bitDepth, int colourType, boolean interlaced) {
  private static final int LENGTH = 13;

  static PngHeader read(byte[] file, int at, int length) {
    if (length != LENGTH) {
      throw new ImageException("a PNG header of " + length + " bytes");
    }
    int compression = file[at + 10];
    int filter = file[at + 11];
    int interlace = file[at + 12];
    if (compression != 0 || filter != 0 || interlace < 0 || interlace > 1) {
      throw new ImageException(
          "a PNG of compression "
              + compression
              + ", filter "
              + filter
              + ", interlace "
              + interlace);
    }
    PngHeader header =
        new PngHeader(
            Bytes.bigEndian32(file, at),
            Bytes.bigEndian32(file, at + 4),
            file[at + 8],
            file[at + 9],
            interlace == 1);
    header.requireKnownColours();
    return header;
  }

  private void requireKnownColours() {
    boolean known =
        switch (colourType) {
          case 0 -> bitDepth == 1 || bitDepth == 2 || bitDepth == 4 || isWholeBytes();
          case 3 -> bitDepth == 1 || bitDepth == 2 || bitDepth == 4 || bitDepth == 8;
          case 2, 4, 6 -> isWholeBytes();
          default -> false;
        };
    if (!known) {
      throw new ImageException(
          "a PNG of colour type " + colourType + " with " + bitDepth + " bits a sample");
    }
  }

  private boolean isWholeBytes() {
    return bitDepth == 8 || bitDepth == 16;
  }

  /** Returns the number of samples per pixel. */
  int channels() {
    return switch (colourType) {
      case 2 -> 3;
      case 4 -> 2;
      case 6 -> 4;
      default -> 1;
    };
  }

  /**
   * Returns the distance in bytes to the left neighbour in filters: the bytes per pixel, at least
   * 1.
   */
  int filterStep() {
    return Math.max(1, channels() * bitDepth / 8);
  }

  /** Returns the number of packed bytes of a row with this many pixels. */
  int rowBytes(int pixels) {
    return (int) (((long) pixels * channels() * bitDepth + 7) / 8);
  }

  /** Returns the mode of the decoded pixels, the same as in Pillow. */
  PixelMode mode() {
    return switch (colourType) {
      case 2 -> PixelMode.RGB;
      case 3 -> PixelMode.PALETTE;
      case 4 -> bitDepth == 16 ? PixelMode.RGBA : PixelMode.GRAY_ALPHA;
      case 6 -> PixelMode.RGBA;
      default ->
          switch (bitDepth) {
            case 1 -> PixelMode.BILEVEL;
            case 16 -> PixelMode.GRAY16;
            default -> PixelMode.GRAY;
          };
    };
  }
}
