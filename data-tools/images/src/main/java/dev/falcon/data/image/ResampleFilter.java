// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

/** The filter that weighs the input pixels of an output pixel; all but nearest are antialiased. */
public enum ResampleFilter {
  /** Only the pixel at the centre. */
  NEAREST(0),
  /** All pixels of the cell, with equal weights. */
  BOX(0.5),
  /** A triangle. */
  BILINEAR(1),
  /** A sinc under a Hamming window: as sharp as bicubic, as narrow as bilinear. */
  HAMMING(1),
  /** Keys' cubic with a = -0.5. */
  BICUBIC(2),
  /** A sinc under a wider sinc. */
  LANCZOS(3);

  private static final double CUBIC_A = -0.5;

  private final double support;

  ResampleFilter(double support) {
    this.support = support;
  }

  /** Returns the filter's radius, in pixels of the coarser of the two grids. */
  public double support() {
    return support;
  }

  /**
   * Returns the weight at a distance from the centre, before the weights are normalised to sum to
   * one.
   */
  public double weight(double distance) {
    double x = Math.abs(distance);
    return switch (this) {
      case NEAREST -> throw new IllegalStateException("nearest weighs nothing");
      case BOX -> distance > -0.5 && distance <= 0.5 ? 1 : 0;
      case BILINEAR -> x < 1 ? 1 - x : 0;
      case HAMMING -> x < 1 ? sinc(x) * (0.54f + 0.46f * StrictMath.cos(x * Math.PI)) : 0;
      case BICUBIC -> cubic(x);
      case LANCZOS -> distance >= -3 && distance < 3 ? sinc(x) * sinc(x / 3) : 0;
    };
  }

  private static double cubic(double x) {
    if (x < 1) {
      return ((CUBIC_A + 2) * x - (CUBIC_A + 3)) * x * x + 1;
    }
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * CUBIC_A : 0;
  }

  private static double sinc(double x) {
    double angle = x * Math.PI;
    return x == 0 ? 1 : StrictMath.sin(angle) / angle;
  }
}
