// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.PixelMode;
import dev.falcon.data.image.Raster;

/**
 * Premultiplication of colours by their alpha, and back. A picture with alpha is resized
 * premultiplied, so that the colour of invisible pixels does not bleed into visible ones.
 */
public final class Alpha {
  private Alpha() {}

  /** Returns {@code a * b / 255}, rounded, for a and b in [0, 255], computed without a division. */
  public static int multiply(int a, int b) {
    int product = a * b + 128;
    return ((product >> 8) + product) >> 8;
  }

  /** Returns whether the last byte of a pixel is alpha. */
  public static boolean isIn(PixelMode mode) {
    return mode == PixelMode.RGBA || mode == PixelMode.GRAY_ALPHA;
  }

  /** Returns a premultiplied copy. */
  public static Raster premultiply(Raster raster) {
    byte[] pixels = raster.toBytes();
    int step = raster.mode().bytesPerPixel();
    for (int start = 0; start < pixels.length; start += step) {
      int alpha = pixels[start + step - 1] & 0xff;
      for (int i = start; i < start + step - 1; i++) {
        pixels[i] = (byte) multiply(pixels[i] & 0xff, alpha);
      }
    }
    return Raster.of(raster.mode(), raster.width(), raster.height(), pixels);
  }

  /** Undoes {@link #premultiply} in place, as far as eight bits allow; truncates as in Pillow. */
  public static void unpremultiply(byte[] pixels, PixelMode mode) {
    int step = mode.bytesPerPixel();
    for (int start = 0; start < pixels.length; start += step) {
      int alpha = pixels[start + step - 1] & 0xff;
      if (alpha == 0 || alpha == 255) {
        continue;
      }
      for (int i = start; i < start + step - 1; i++) {
        pixels[i] = (byte) Math.min(255, 255 * (pixels[i] & 0xff) / alpha);
      }
    }
  }
}
