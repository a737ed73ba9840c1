// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

/** The meaning of a pixel's bytes; the names in brackets are Pillow's. */
public enum PixelMode {
  /** Black or white, held as 0 or 255 (1). */
  BILEVEL(1),
  /** Gray (L). */
  GRAY(1),
  /** Gray in [0, 65535], high byte first (I, I;16). */
  GRAY16(2),
  /** Gray and alpha (LA). */
  GRAY_ALPHA(2),
  /** An index into a palette (P). */
  PALETTE(1),
  /** Red, green, blue (RGB). */
  RGB(3),
  /** Red, green, blue, alpha; the colours are not multiplied by alpha (RGBA). */
  RGBA(4),
  /** Cyan, magenta, yellow, black; 255 is full ink (CMYK). */
  CMYK(4);

  private final int bytesPerPixel;

  PixelMode(int bytesPerPixel) {
    this.bytesPerPixel = bytesPerPixel;
  }

  /** Returns the number of bytes per pixel. */
  public int bytesPerPixel() {
    return bytesPerPixel;
  }
}
