// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.RandomStream;
import java.util.List;

/**
 * A rectangle of a picture, drawn as in torchvision's RandomResizedCrop.
 *
 * @param x the left column
 * @param y the upper row
 * @param width the width in pixels
 * @param height the height in pixels
 */
record Crop(int x, int y, int width, int height) {
  private static final int TRIES = 10;

  /**
   * Draws a rectangle whose area is uniform and whose ratio is log-uniform in a range. If ten draws
   * do not fit, it is the largest central rectangle that the range of ratios allows.
   *
   * @param scale the smallest and the largest fraction of the picture's area
   * @param ratio the smallest and the largest ratio of width to height
   */
  static Crop draw(
      int width, int height, List<Double> scale, List<Double> ratio, RandomStream random) {
    double area = (double) width * height;
    double lowest = StrictMath.log(ratio.get(0));
    double highest = StrictMath.log(ratio.get(1));
    for (int i = 0; i < TRIES; i++) {
      double target = area * uniform(scale.get(0), scale.get(1), random);
      double aspect = StrictMath.exp(uniform(lowest, highest, random));
      int cropWidth = (int) Math.rint(Math.sqrt(target * aspect));
      int cropHeight = (int) Math.rint(Math.sqrt(target / aspect));
      if (0 < cropWidth && cropWidth <= width && 0 < cropHeight && cropHeight <= height) {
        int y = random.nextInt(height - cropHeight + 1);
        int x = random.nextInt(width - cropWidth + 1);
        return new Crop(x, y, cropWidth, cropHeight);
      }
    }
    return middle(width, height, ratio);
  }

  private static Crop middle(int width, int height, List<Double> ratio) {
    double own = (double) width / height;
    int cropWidth = width;
    int cropHeight = height;
    if (own < ratio.get(0)) {
      cropHeight = (int) Math.max(1, Math.rint(width / ratio.get(0)));
    } else if (own > ratio.get(1)) {
      cropWidth = (int) Math.max(1, Math.rint(height * ratio.get(1)));
    }
    return new Crop((width - cropWidth) / 2, (height - cropHeight) / 2, cropWidth, cropHeight);
  }

  private static double uniform(double low, double high, RandomStream random) {
    return low + (high - low) * random.nextDouble();
  }
}
