// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import dev.falcon.data.image.internal.Alpha;

/** Conversion of any mode to RGB, with the arithmetic of Pillow's converters. */
public final class RgbConversion {
  private RgbConversion() {}

  /**
   * Converts a picture to RGB as Pillow's {@code convert("RGB")} does: alpha is dropped, the
   * palette is expanded, 16-bit gray is clipped at 255, and CMYK is converted without a colour
   * profile. RGB pictures are returned unchanged.
   */
  public static Raster of(Raster raster) {
    return raster.mode() == PixelMode.RGB
        ? raster
        : Raster.rgb(raster.width(), raster.height(), convert(raster));
  }

  /** Returns the picture's RGB bytes // [height x width x 3]. */
  private static byte[] convert(Raster raster) {
    byte[] rgb = new byte[raster.height() * raster.width() * 3];
    int to = 0;
    for (int y = 0; y < raster.height(); y++) {
      int from = raster.offset() + y * raster.stride();
      switch (raster.mode()) {
        case BILEVEL, GRAY -> gray(raster, from, 1, rgb, to);
        case GRAY_ALPHA -> gray(raster, from, 2, rgb, to);
        case GRAY16 -> gray16(raster, from, rgb, to);
        case PALETTE -> palette(raster, from, rgb, to);
        case RGB -> System.arraycopy(raster.samples(), from, rgb, to, raster.width() * 3);
        case RGBA -> rgba(raster, from, rgb, to);
        case CMYK -> cmyk(raster, from, rgb, to);
      }
      to += raster.width() * 3;
    }
    return rgb;
  }

  private static void gray(Raster raster, int from, int step, byte[] rgb, int to) {
    byte[] samples = raster.samples();
    for (int x = 0; x < raster.width(); x++) {
      byte value = samples[from + x * step];
      rgb[to + 3 * x] = value;
      rgb[to + 3 * x + 1] = value;
      rgb[to + 3 * x + 2] = value;
    }
  }

  /** Converts 16-bit gray. Values above 255 become 255: the picture is clipped, not scaled. */
  private static void gray16(Raster raster, int from, byte[] rgb, int to) {
    byte[] samples = raster.samples();
    for (int x = 0; x < raster.width(); x++) {
      byte value = samples[from + 2 * x] == 0 ? samples[from + 2 * x + 1] : (byte) 255;
      rgb[to + 3 * x] = value;
      rgb[to + 3 * x + 1] = value;
      rgb[to + 3 * x + 2] = value;
    }
  }

  private static void palette(Raster raster, int from, byte[] rgb, int to) {
    byte[] samples = raster.samples();
    byte[] palette = raster.palette();
    for (int x = 0; x < raster.width(); x++) {
      int colour = 3 * (samples[from + x] & 0xff);
      rgb[to + 3 * x] = palette[colour];
      rgb[to + 3 * x + 1] = palette[colour + 1];
      rgb[to + 3 * x + 2] = palette[colour + 2];
    }
  }

  private static void rgba(Raster raster, int from, byte[] rgb, int to) {
    byte[] samples = raster.samples();
    for (int x = 0; x < raster.width(); x++) {
      rgb[to + 3 * x] = samples[from + 4 * x];
      rgb[to + 3 * x + 1] = samples[from + 4 * x + 1];
      rgb[to + 3 * x + 2] = samples[from + 4 * x + 2];
    }
  }

  private static void cmyk(Raster raster, int from, byte[] rgb, int to) {
    byte[] samples = raster.samples();
    for (int x = 0; x < raster.width(); x++) {
      int light = 255 - (samples[from + 4 * x + 3] & 0xff);
      for (int c = 0; c < 3; c++) {
        int ink = samples[from + 4 * x + c] & 0xff;
        rgb[to + 3 * x + c] = (byte) (light - Alpha.multiply(ink, light));
      }
    }
  }
}
