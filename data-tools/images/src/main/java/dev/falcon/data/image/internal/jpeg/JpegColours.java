// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal.jpeg;

import dev.falcon.data.image.PixelMode;
import dev.falcon.data.image.internal.Clip;
import java.util.List;

/** Converts a JPEG's components to pixels, one row at a time, in libjpeg's 16-bit fixed point. */
final class JpegColours {
  private static final int HALF = 1 << 15;
  private static final int CR_TO_RED = 91881; // 1.40200
  private static final int CB_TO_BLUE = 116130; // 1.77200
  private static final int CR_TO_GREEN = -46802; // 0.71414
  private static final int CB_TO_GREEN = -22554; // 0.34414

  private final boolean luminance; // whether the first three components are Y, Cb, Cr
  private final int width;
  private final int[] red;
  private final int[] green;
  private final int[] blue;

  JpegColours(JpegSegments segments) {
    JpegFrame frame = segments.frame();
    width = frame.width();
    luminance = frame.components().size() == 4 ? isYcck(segments) : isYcc(segments);
    int length = luminance ? width : 0;
    red = new int[length];
    green = new int[length];
    blue = new int[length];
  }

  private static boolean isYcc(JpegSegments segments) {
    if (segments.jfif()) {
      return true;
    }
    if (segments.adobeTransform() != JpegSegments.NO_ADOBE) {
      return segments.adobeTransform() != 0;
    }
    List<JpegComponent> components = segments.frame().components();
    return components.size() != 3
        || components.get(0).id != 'R'
        || components.get(1).id != 'G'
        || components.get(2).id != 'B';
  }

  private static boolean isYcck(JpegSegments segments) {
    return segments.adobeTransform() != JpegSegments.NO_ADOBE && segments.adobeTransform() != 0;
  }

  /** Returns the mode of the pixels. */
  static PixelMode mode(JpegFrame frame) {
    return switch (frame.components().size()) {
      case 1 -> PixelMode.GRAY;
      case 3 -> PixelMode.RGB;
      default -> PixelMode.CMYK;
    };
  }

  /** Writes row {@code y} of the picture. */
  void write(List<JpegPlane> planes, int y, byte[] pixels) {
    int bands = planes.size();
    int to = y * width * bands;
    if (bands == 1) {
      int[] gray = planes.get(0).fullRow(y);
      for (int x = 0; x < width; x++) {
        pixels[to + x] = (byte) gray[x];
      }
      return;
    }
    int[] first = planes.get(0).fullRow(y);
    int[] second = planes.get(1).fullRow(y);
    int[] third = planes.get(2).fullRow(y);
    if (luminance) {
      toRgb(first, second, third, red, green, blue, width);
      first = red;
      second = green;
      third = blue;
    }
    if (bands == 3) {
      interleave(first, second, third, pixels, to);
    } else {
      interleaveInk(first, second, third, planes.get(3).fullRow(y), pixels, to);
    }
  }

  private static void toRgb(int[] y, int[] cb, int[] cr, int[] r, int[] g, int[] b, int n) {
    for (int i = 0; i < n; i++) {
      r[i] = Clip.toByte(y[i] + ((CR_TO_RED * (cr[i] - 128) + HALF) >> 16));
    }
    for (int i = 0; i < n; i++) {
      int shift = (CB_TO_GREEN * (cb[i] - 128) + CR_TO_GREEN * (cr[i] - 128) + HALF) >> 16;
      g[i] = Clip.toByte(y[i] + shift);
    }
    for (int i = 0; i < n; i++) {
      b[i] = Clip.toByte(y[i] + ((CB_TO_BLUE * (cb[i] - 128) + HALF) >> 16));
    }
  }

  private void interleave(int[] r, int[] g, int[] b, byte[] pixels, int start) {
    for (int x = 0, to = start; x < width; x++, to += 3) {
      pixels[to] = (byte) r[x];
      pixels[to + 1] = (byte) g[x];
      pixels[to + 2] = (byte) b[x];
    }
  }

  /**
   * Writes pixels of four components. They are assumed to be inverted, as Adobe writes them,
   * whatever the writer. For YCCK the conversion gives the ink's complement, so the two inversions
   * cancel out.
   */
  private void interleaveInk(int[] c, int[] m, int[] y, int[] k, byte[] pixels, int start) {
    int flip = luminance ? 0 : 255;
    for (int x = 0, to = start; x < width; x++, to += 4) {
      pixels[to] = (byte) (c[x] ^ flip);
      pixels[to + 1] = (byte) (m[x] ^ flip);
      pixels[to + 2] = (byte) (y[x] ^ flip);
      pixels[to + 3] = (byte) (255 - k[x]);
    }
  }
}
