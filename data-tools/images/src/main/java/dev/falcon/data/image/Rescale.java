// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

/** Conversion of a byte in [0, 255] to a float before the mean is subtracted. */
public sealed interface Rescale {
  /** {@code value / 255} in float32, as torchvision's ToTensor does. */
  Rescale DIVIDE_BY_255 = new DivideBy255();

  /** Returns the float for a byte's value. */
  float apply(int value);

  /** See {@link #DIVIDE_BY_255}. */
  record DivideBy255() implements Rescale {
    @Override
    public float apply(int value) {
      return value / 255f;
    }
  }

  /**
   * {@code value * factor} in float64, rounded to float32, as Hugging Face's {@code rescale} does.
   * With the factor 1/255 it gives, for all 256 bytes, the same floats as the division.
   */
  record Multiply(double factor) implements Rescale {
    @Override
    public float apply(int value) {
      return (float) (value * factor);
    }
  }
}
