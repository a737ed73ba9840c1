package dev.falcon.mining.internal.certificate;

import dev.falcon.mining.similarity.SpaceVectors;

/**
 * How far products from elsewhere may be from the canonical ones.
 *
 * <p>A sum of d products in floats passes each of them through at most d roundings, in whatever
 * order: by Cauchy-Schwarz it errs by at most γ·|x|·|y| with γ = d·u / (1 - d·u), where u is an
 * operation's error. That holds for the canonical sum and for the other; the other may also have
 * rounded the vectors before, by e(x) and e(y), which adds e(x)·|y| + |x|·e(y) + e(x)·e(y).
 *
 * @param length the greatest magnitude of an exact product, |x|·|y| of the longest vectors
 * @param product bounds the difference of the products of an image and a text
 * @param similarity bounds the difference of an entry of S, the sum of two such products
 */
public record ErrorBound(double length, double product, double similarity) {
  private static final double CANONICAL = 0x1p-24;

  /** What a product may lose by underflow, where the smallest floats are taken for zero. */
  private static final double UNDERFLOW = 0x1p-126;

  /** Takes up what this arithmetic in doubles loses itself. */
  private static final double MARGIN = 1 + 0x1p-30;

  /** The bound for a search space of one vector an image. */
  public static ErrorBound of(SpaceVectors vectors, Arithmetic arithmetic) {
    int dimension = vectors.dimension();
    double image = longest(vectors.image(), vectors.rows(), dimension);
    double text = longest(vectors.text(), vectors.rows(), dimension);
    double length = image * text;
    double imageError = rounding(image, dimension, arithmetic);
    double textError = rounding(text, dimension, arithmetic);
    double canonical = gamma(dimension, CANONICAL) * length + dimension * UNDERFLOW;
    double other =
        imageError * text
            + image * textError
            + imageError * textError
            + gamma(dimension, arithmetic.operation()) * (image + imageError) * (text + textError)
            + dimension * UNDERFLOW;
    double product = (canonical + other) * MARGIN;
    // The two products' errors, and the rounding of both sums.
    double similarity = (2 * product + 4 * CANONICAL * (length + product)) * MARGIN;
    return new ErrorBound(length * MARGIN, product, similarity);
  }

  /** The greatest magnitude that an entry of S may come with. */
  double greatest() {
    return (2 * length + similarity) * MARGIN;
  }

  private static double rounding(double length, int dimension, Arithmetic arithmetic) {
    return arithmetic.input() * length + Math.sqrt(dimension) * arithmetic.smallest();
  }

  private static double gamma(int dimension, double operation) {
    double product = dimension * operation;
    return product < 1 ? product / (1 - product) : Double.POSITIVE_INFINITY;
  }

  private static double longest(float[] vectors, int rows, int dimension) {
    double greatest = 0;
    for (int row = 0; row < rows; row++) {
      double squares = 0;
      for (int k = row * dimension; k < (row + 1) * dimension; k++) {
        squares += (double) vectors[k] * vectors[k];
      }
      greatest = Math.max(greatest, squares);
    }
    return Math.sqrt(greatest);
  }
}
