package dev.falcon.training.internal.policy;

/** The Beta distribution: its density, and the slopes of log-density and entropy. */
public final class BetaDensity {
  /** Quantiles are kept so far from 0 and 1, where the density is infinite or zero. */
  static final double MARGIN = 1e-6;

  private static final int ASYMPTOTIC = 10;

  private BetaDensity() {}

  /**
   * The slope of log p(q) in the first parameter; by symmetry that in the second is {@code
   * logDensitySlope(second, first, log(1 - q))}.
   */
  static double logDensitySlope(double first, double second, double logQ) {
    return logQ - digamma(first) + digamma(first + second);
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

  /** The first derivative of log-gamma, for x above 0, to about 1e-12. */
  static double digamma(double x) {
    double sum = 0;
    double y = x;
    while (y < ASYMPTOTIC) {
      sum -= 1 / y;
      y += 1;
    }
    // Its asymptotic series, of Bernoulli numbers.
    double z = 1 / (y * y);
    double series = 1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z / 132)));
    return sum + StrictMath.log(y) - 1 / (2 * y) - z * series;
  }

  /** The second derivative of log-gamma, for x above 0, to about 1e-12. */
  static double trigamma(double x) {
    double sum = 0;
    double y = x;
    while (y < ASYMPTOTIC) {
      sum += 1 / (y * y);
      y += 1;
    }
    // Its asymptotic series, of Bernoulli numbers.
    double z = 1 / (y * y);
    double series = 1.0 / 6 - z * (1.0 / 30 - z * (1.0 / 42 - z * (1.0 / 30 - z * (5.0 / 66))));
    return sum + 1 / y + z / 2 + series * z / y;
  }
}
