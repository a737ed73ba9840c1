// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.certificate;

/**
 * A bound on the difference between another library's product and the canonical one.
 *
 * <p>A sum of d products in floats passes each of them through at most d roundings, in any order:
 * by Cauchy-Schwarz its error is at most γ·|x|·|y| with γ = d·u / (1 - d·u), where u is an
 * operation's error. This holds for the canonical sum and for the other library's. The other
 * library may also have rounded the vectors first, by e(x) and e(y), which adds e(x)·|y| + |x|·e(y)
 * + e(x)·e(y).
 *
 * @param length the greatest magnitude of an exact product: |x|·|y| of the longest vectors
 * @param product the bound on the difference of the two products
 */
public record ErrorBound(double length, double product) {
  private static final double CANONICAL = 0x1p-24;

  /** The maximum loss of a product by underflow, if the smallest floats are flushed to zero. */
  private static final double UNDERFLOW = 0x1p-126;

  /** A factor that covers the rounding of the bound's own computation in doubles. */
  private static final double MARGIN = 1 + 0x1p-30;

  /**
   * Returns the bound for vectors of a dimension.
   *
   * @param left the length of the longest vector on one side
   * @param right the length of the longest vector on the other side
   */
  public static ErrorBound of(double left, double right, int dimension, Arithmetic arithmetic) {
    double length = left * right;
    double leftError = rounding(left, dimension, arithmetic);
    double rightError = rounding(right, dimension, arithmetic);
    double canonical = gamma(dimension, CANONICAL) * length + dimension * UNDERFLOW;
    double other =
        leftError * right
            + left * rightError
            + leftError * rightError
            + gamma(dimension, arithmetic.operation()) * (left + leftError) * (right + rightError)
            + dimension * UNDERFLOW;
    return new ErrorBound(length * MARGIN, (canonical + other) * MARGIN);
  }

  /**
   * Returns an upper bound on the magnitude of any product, the other library's or the canonical
   * one.
   */
  public double greatest() {
    return (length + 2 * product) * MARGIN;
  }

  private static double rounding(double length, int dimension, Arithmetic arithmetic) {
    return arithmetic.input() * length + Math.sqrt(dimension) * arithmetic.smallest();
  }

  private static double gamma(int dimension, double operation) {
    double product = dimension * operation;
    return product < 1 ? product / (1 - product) : Double.POSITIVE_INFINITY;
  }

  /**
   * Returns the length of the longest vector.
   *
   * @param vectors the vectors, [count x dimension]
   */
  public static double longest(float[] vectors, int dimension) {
    double greatest = 0;
    for (int from = 0; from < vectors.length; from += dimension) {
      double squares = 0;
      for (int k = from; k < from + dimension; k++) {
        squares += (double) vectors[k] * vectors[k];
      }
      greatest = Math.max(greatest, squares);
    }
    return Math.sqrt(greatest);
  }
}
