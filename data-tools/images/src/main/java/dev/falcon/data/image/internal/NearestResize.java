// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.Raster;

/** Resizes to the nearest neighbour. */
public final class NearestResize {
  private NearestResize() {}

  /** Returns the resized picture, with the same mode and palette. */
  public static Raster resize(Raster source, int width, int height) {
    int bytes = source.mode().bytesPerPixel();
    int[] columns = positions(source.width(), width);
    int[] rows = positions(source.height(), height);
    byte[] out = new byte[width * height * bytes];
    int to = 0;
    for (int row : rows) {
      int start = source.offset() + row * source.stride();
      for (int column : columns) {
        for (int i = 0; i < bytes; i++) {
          out[to++] = source.samples()[start + column * bytes + i];
        }
      }
    }
    return new Raster(source.mode(), width, height, out, 0, width * bytes, source.palette());
  }

  /**
   * Returns the input position of each output position. Centres are computed by repeated addition,
   * not by multiplication, as in Pillow, since the last bits matter.
   */
  private static int[] positions(int in, int out) {
    int[] positions = new int[out];
    double step = (double) in / out;
    double center = step * 0.5;
    for (int i = 0; i < out; i++) {
      positions[i] = Math.min((int) center, in - 1);
      center += step;
    }
    return positions;
  }
}
