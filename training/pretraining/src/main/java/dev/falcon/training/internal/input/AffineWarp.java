// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

/**
 * Maps a picture's points by x' = a x + b y + c, y' = d x + e y + f, and fills points from outside
 * with mid-grey. The arithmetic is OpenCV's warpAffine for bytes: positions to 1/32 of a pixel,
 * bilinear weights in fixed point.
 */
final class AffineWarp {
  private static final int FILL = 128;

  /**
   * The number of fractional bits of a coordinate while it is summed; afterwards, it has {@code
   * PLACE_BITS}.
   */
  private static final int SUM_BITS = 10;

  private static final int PLACE_BITS = 5;
  private static final int PLACES = 1 << PLACE_BITS;

  /** The binary logarithm of the sum of the weights of the four neighbours. */
  private static final int WEIGHT_BITS = 2 * PLACE_BITS;

  private final double[] inverse;

  /** Creates the map with these coefficients. */
  AffineWarp(double a, double b, double c, double d, double e, double f) {
    double determinant = 1 / (a * e - b * d);
    double ia = e * determinant;
    double ib = -b * determinant;
    double id = -d * determinant;
    double ie = a * determinant;
    inverse = new double[] {ia, ib, -ia * c - ib * f, id, ie, -id * c - ie * f};
  }

  /** Returns a counter-clockwise rotation about the picture's centre. */
  static AffineWarp rotation(double degrees, int width, int height) {
    double angle = degrees * (Math.PI / 180);
    double cosine = StrictMath.cos(angle);
    double sine = StrictMath.sin(angle);
    double x = width / 2.0;
    double y = height / 2.0;
    return new AffineWarp(
        cosine, sine, (1 - cosine) * x - sine * y, -sine, cosine, sine * x + (1 - cosine) * y);
  }

  /**
   * Returns the warped picture.
   *
   * @param pixels [height x width x 3]
   */
  byte[] apply(byte[] pixels, int width, int height) {
    byte[] moved = new byte[pixels.length];
    int half = 1 << (SUM_BITS - PLACE_BITS - 1);
    for (int y = 0; y < height; y++) {
      int rowX = fixed(inverse[1] * y + inverse[2]) + half;
      int rowY = fixed(inverse[4] * y + inverse[5]) + half;
      for (int x = 0; x < width; x++) {
        int fromX = (rowX + fixed(inverse[0] * x)) >> (SUM_BITS - PLACE_BITS);
        int fromY = (rowY + fixed(inverse[3] * x)) >> (SUM_BITS - PLACE_BITS);
        blend(pixels, width, height, fromX, fromY, moved, 3 * (y * width + x));
      }
    }
    return moved;
  }

  private static int fixed(double value) {
    return (int) Math.rint(value * (1 << SUM_BITS));
  }

  private static void blend(
      byte[] pixels, int width, int height, int fromX, int fromY, byte[] moved, int at) {
    int x = fromX >> PLACE_BITS;
    int y = fromY >> PLACE_BITS;
    int right = fromX & (PLACES - 1);
    int lower = fromY & (PLACES - 1);
    for (int channel = 0; channel < 3; channel++) {
      int sum =
          (PLACES - lower)
                  * ((PLACES - right) * value(pixels, width, height, x, y, channel)
                      + right * value(pixels, width, height, x + 1, y, channel))
              + lower
                  * ((PLACES - right) * value(pixels, width, height, x, y + 1, channel)
                      + right * value(pixels, width, height, x + 1, y + 1, channel));
      moved[at + channel] = (byte) ((sum + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS);
    }
  }

  private static int value(byte[] pixels, int width, int height, int x, int y, int channel) {
    boolean inside = 0 <= x && x < width && 0 <= y && y < height;
    return inside ? pixels[3 * (y * width + x) + channel] & 0xFF : FILL;
  }
}
