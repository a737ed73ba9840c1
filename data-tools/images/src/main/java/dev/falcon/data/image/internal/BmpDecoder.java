// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.PixelMode;
import dev.falcon.data.image.Raster;

/** Decodes uncompressed BMP files of 1 to 32 bits per pixel. */
final class BmpDecoder implements FormatDecoder {
  @Override
  public Raster decode(byte[] file, long maxPixels) {
    BmpHeader header = BmpHeader.read(file, maxPixels);
    if (header.data() + (long) header.rowBytes() * header.height() > file.length
        || header.data() < 0) {
      throw new ImageException("the BMP is cut short");
    }
    return header.bits() <= 8 ? indexed(file, header) : colours(file, header);
  }

  private static Raster indexed(byte[] file, BmpHeader header) {
    if (header.colours() < 1 || header.colours() > 1 << header.bits()) {
      throw new ImageException("a BMP with a palette of " + header.colours() + " colours");
    }
    byte[] palette = palette(file, header);
    boolean gray = isGrayRamp(palette, header.colours());
    boolean bilevel = gray && header.colours() == 2;
    byte[] pixels = new byte[header.width() * header.height()];
    int mask = (1 << header.bits()) - 1;
    for (int y = 0; y < header.height(); y++) {
      int row = rowStart(header, y);
      for (int x = 0; x < header.width(); x++) {
        int bit = x * header.bits();
        int value = file[row + (bit >> 3)] >> (8 - header.bits() - (bit & 7)) & mask;
        pixels[y * header.width() + x] = (byte) (bilevel ? 255 * value : value);
      }
    }
    if (gray) {
      PixelMode mode = bilevel ? PixelMode.BILEVEL : PixelMode.GRAY;
      return Raster.of(mode, header.width(), header.height(), pixels);
    }
    return Raster.indexed(header.width(), header.height(), pixels, palette);
  }

  private static byte[] palette(byte[] file, BmpHeader header) {
    byte[] palette = new byte[3 * 256];
    for (int i = 0; i < header.colours(); i++) {
      int entry = header.paletteStart() + i * header.paletteStep();
      palette[3 * i] = file[entry + 2];
      palette[3 * i + 1] = file[entry + 1];
      palette[3 * i + 2] = file[entry];
    }
    return palette;
  }

  /**
   * Returns whether the palette runs from black to white in order. Such a file is gray, and is
   * resized as gray.
   */
  private static boolean isGrayRamp(byte[] palette, int colours) {
    int step = colours == 2 ? 255 : 1;
    for (int i = 0; i < 3 * colours; i++) {
      if (palette[i] != (byte) (i / 3 * step)) {
        return false;
      }
    }
    return true;
  }

  private static Raster colours(byte[] file, BmpHeader header) {
    int[] masks = header.masks();
    boolean alpha = header.bits() == 32 && masks[3] != 0;
    PixelMode mode = alpha ? PixelMode.RGBA : PixelMode.RGB;
    byte[] pixels = new byte[header.width() * header.height() * mode.bytesPerPixel()];
    int step = header.bits() / 8;
    int to = 0;
    for (int y = 0; y < header.height(); y++) {
      int row = rowStart(header, y);
      for (int x = 0; x < header.width(); x++) {
        int pixel = pixel(file, row + x * step, step);
        for (int band = 0; band < mode.bytesPerPixel(); band++) {
          pixels[to++] = (byte) stretch(pixel, masks[band]);
        }
      }
    }
    return Raster.of(mode, header.width(), header.height(), pixels);
  }

  private static int pixel(byte[] file, int at, int bytes) {
    int pixel = 0;
    for (int i = 0; i < bytes; i++) {
      pixel |= (file[at + i] & 0xff) << (8 * i);
    }
    return pixel;
  }

  /** Returns the masked bits as a number, stretched to [0, 255] and rounded down. */
  private static int stretch(int pixel, int mask) {
    if (mask == 0) {
      return 0;
    }
    int shift = Integer.numberOfTrailingZeros(mask);
    int max = mask >>> shift;
    int value = (pixel & mask) >>> shift;
    return max == 255 ? value : (int) (value * 255L / max);
  }

  private static int rowStart(BmpHeader header, int y) {
    int row = header.topDown() ? y : header.height() - 1 - y;
    return header.data() + row * header.rowBytes();
  }
}
