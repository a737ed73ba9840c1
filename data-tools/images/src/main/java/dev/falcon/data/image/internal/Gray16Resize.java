// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.PixelMode;
import dev.falcon.data.image.Raster;

/**
 * Resizes 16-bit gray. Weights are doubles; between the passes, values are rounded to whole numbers
 * but not clipped.
 */
public final class Gray16Resize {
  private Gray16Resize() {}

  /**
   * Returns the resized picture, clipped to 16 bits at the end.
   *
   * @param columns the horizontal windows; null if the width does not change
   * @param rows the vertical windows; null if the height does not change
   */
  public static Raster resize(Raster source, ResampleWindows columns, ResampleWindows rows) {
    int width = columns == null ? source.width() : columns.first.length;
    int[] wide = new int[width * source.height()];
    int[] line = new int[source.width()];
    for (int y = 0; y < source.height(); y++) {
      read(source, y, line);
      for (int x = 0; x < width; x++) {
        wide[y * width + x] = columns == null ? line[x] : weigh(columns, x, line, 0, 1);
      }
    }
    int height = rows == null ? source.height() : rows.first.length;
    byte[] out = new byte[2 * width * height];
    for (int i = 0; i < width * height; i++) {
      int value = rows == null ? wide[i] : weigh(rows, i / width, wide, i % width, width);
      int clipped = Math.max(0, Math.min(0xffff, value));
      out[2 * i] = (byte) (clipped >> 8);
      out[2 * i + 1] = (byte) clipped;
    }
    return Raster.of(PixelMode.GRAY16, width, height, out);
  }

  private static void read(Raster source, int y, int[] line) {
    int from = source.offset() + y * source.stride();
    for (int x = 0; x < line.length; x++) {
      int high = source.samples()[from + 2 * x] & 0xff;
      line[x] = high << 8 | (source.samples()[from + 2 * x + 1] & 0xff);
    }
  }

  private static int weigh(ResampleWindows windows, int i, int[] values, int start, int step) {
    double sum = 0;
    for (int k = 0; k < windows.length[i]; k++) {
      int value = values[start + (windows.first[i] + k) * step];
      sum += value * windows.exactWeights[i * windows.reach + k];
    }
    return (int) (sum >= 0 ? Math.floor(sum + 0.5) : -Math.floor(Math.abs(sum) + 0.5));
  }
}
