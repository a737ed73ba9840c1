package dev.falcon.mining.internal.certificate;

/**
 * How far a product of another library may be from the canonical one.
 *
 * <p>A sum of d products in floats passes each of them through at most d roundings, in any order:
 * by Cauchy-Schwarz its error is at most γ·|x|·|y| with γ = d·u / (1 - d·u), where u is an
 * operation's error. That holds for the canonical sum and for the other; the other may also have
 * rounded the vectors before, by e(x) and e(y), which adds e(x)·|y| + |x|·e(y) + e(x)·e(y).
 *
 * @param length the greatest magnitude of an exact product, |x|·|y| of the longest vectors
 * @param product bounds the difference of the two products
 */
public record ErrorBound(double length, double product) {
  private static final double CANONICAL = 0x1p-24;

  /** Maximum loss of a product by underflow, where the smallest floats are flushed to zero. */
  private static final double UNDERFLOW = 0x1p-126;

  /** Covers the rounding of this arithmetic in doubles. */
  private static final double MARGIN = 1 + 0x1p-30;

  /**
   * The bound for vectors of one dimension.
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

  /** An upper bound of the magnitude of any product, given or canonical. */
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
   * The length of the longest vector.
   *
   * @param vectors [count x dimension]
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
