// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.certificate;

/**
 * The arithmetic with which another library is assumed to multiply. In each of them, the products
 * of components are summed in 32-bit floats, in any order.
 */
public enum Arithmetic {
  /** 32-bit floats, each operation rounded to the nearest. */
  FLOAT32(0, 0x1p-126, 0x1p-24),
  /** Components keep 10 bits after the leading one, rounded or cut off; sums may be cut off. */
  TF32(0x1p-10, 0x1p-126, 0x1p-22),
  /** As {@link #TF32}, and values below 2^-14 may be flushed to zero. */
  FLOAT16(0x1p-10, 0x1p-14, 0x1p-22);

  private final double input;
  private final double smallest;
  private final double operation;

  Arithmetic(double input, double smallest, double operation) {
    this.input = input;
    this.smallest = smallest;
    this.operation = operation;
  }

  /** Returns the maximum relative error of a component before the multiplication. */
  double input() {
    return input;
  }

  /** Returns the least magnitude for which the relative error of components holds. */
  double smallest() {
    return smallest;
  }

  /** Returns the maximum relative error of an operation. */
  double operation() {
    return operation;
  }
}
