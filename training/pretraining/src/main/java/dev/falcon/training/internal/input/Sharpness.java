// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

/** Interpolates between a picture and its smoothed version. */
final class Sharpness {
  /** The divisor of the smoothing, which sums five times the pixel and its eight neighbours. */
  private static final int WEIGHTS = 13;

  private Sharpness() {}

  /**
   * Returns the sharpened picture; its border is unchanged.
   *
   * @param pixels [height x width x 3]
   * @param factor 0 gives the smoothed picture, 1 the picture itself
   */
  static byte[] apply(byte[] pixels, int width, int height, float factor) {
    byte[] sharper = pixels.clone();
    int row = 3 * width;
    for (int y = 1; y < height - 1; y++) {
      for (int at = y * row + 3; at < y * row + row - 3; at++) {
        int own = pixels[at] & 0xFF;
        int sum = 4 * own;
        for (int line = at - row; line <= at + row; line += row) {
          sum += (pixels[line - 3] & 0xFF) + (pixels[line] & 0xFF) + (pixels[line + 3] & 0xFF);
        }
        // Rounded to a byte; no sum lies halfway between two bytes.
        int smooth = (2 * sum + WEIGHTS) / (2 * WEIGHTS);
        sharper[at] = (byte) Tones.clip((int) (smooth + factor * (own - smooth)));
      }
    }
    return sharper;
  }
}
