package dev.falcon.training.internal.policy;

import ai.djl.ndarray.NDArray;

/** The Beta distribution as a function of its parameters. */
public final class BetaDensity {
  /** Quantiles are kept so far from 0 and 1, where the density is infinite or zero. */
  static final double MARGIN = 1e-6;

  private BetaDensity() {}

  /**
   * The log-density, differentiable in the parameters.
   *
   * @param alpha [rows]
   * @param beta [rows]
   * @param logQ log q [rows]
   * @param logRest log (1 - q) [rows]
   */
  static NDArray logDensity(NDArray alpha, NDArray beta, NDArray logQ, NDArray logRest) {
    // (a-1) log q + (b-1) log(1-q) - log B(a, b), with log B by log-gammas.
    NDArray powers = alpha.mul(logQ).sub(logQ).add(beta.mul(logRest)).sub(logRest);
    NDArray normaliser = alpha.gammaln().add(beta.gammaln()).sub(alpha.add(beta).gammaln());
    return powers.sub(normaliser);
  }

  /** The density at q in (0, 1). */
  public static double density(double q, double alpha, double beta) {
    double normaliser = logGamma(alpha) + logGamma(beta) - logGamma(alpha + beta);
    return Math.exp((alpha - 1) * Math.log(q) + (beta - 1) * Math.log1p(-q) - normaliser);
  }

  /** Log-gamma for x above 0, to about 1e-12. */
  static double logGamma(double x) {
    double product = 0;
    double y = x;
    while (y < 10) {
      product += Math.log(y);
      y += 1;
    }
    // Stirling's series, of Bernoulli numbers.
    double z = 1 / (y * y);
    double series = (1.0 / 12 - z * (1.0 / 360 - z * (1.0 / 1260 - z / 1680))) / y;
    return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - product;
  }

  /**
   * The slope of the differential entropy in the first parameter; by symmetry that in the second is
   * {@code entropySlope(second, first)}.
   */
  static double entropySlope(double first, double second) {
    return (first + second - 2) * trigamma(first + second) - (first - 1) * trigamma(first);
  }

  /** The second derivative of log-gamma, for x above 0, to about 1e-12. */
  static double trigamma(double x) {
    double sum = 0;
    double y = x;
    while (y < 10) {
      sum += 1 / (y * y);
      y += 1;
    }
    // Its asymptotic series, of Bernoulli numbers.
    double z = 1 / (y * y);
    double series = 1.0 / 6 - z * (1.0 / 30 - z * (1.0 / 42 - z * (1.0 / 30 - z * (5.0 / 66))));
    return sum + 1 / y + z / 2 + series * z / y;
  }
}
