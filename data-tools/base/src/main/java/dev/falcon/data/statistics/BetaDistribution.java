// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import dev.falcon.data.RandomStream;

/**
 * The Beta distribution: exact draws that are the same on every machine; its mean, mode and
 * density; and the derivatives of its log-density and entropy.
 *
 * <p>A Beta is a ratio of two Gammas (Marsaglia and Tsang's squeeze). The Gammas are kept as
 * logarithms, since with shapes near zero they underflow long before their ratio does.
 */
public final class BetaDistribution {
  private static final int ASYMPTOTIC = 10;

  private BetaDistribution() {}

  /**
   * Draws a value.
   *
   * @param alpha positive
   * @param beta positive
   * @return the value, in [0, 1]
   */
  public static double draw(double alpha, double beta, RandomStream random) {
    double x = logGamma(alpha, random);
    double y = logGamma(beta, random);
    return 1 / (1 + StrictMath.exp(y - x));
  }

  /** Draws from Gamma(shape, 1) and returns the logarithm. */
  private static double logGamma(double shape, RandomStream random) {
    if (shape < 1) {
      // Gamma(shape) = Gamma(shape + 1) * U^(1/shape).
      double uniform = 1 - random.nextDouble();
      return logGamma(shape + 1, random) + StrictMath.log(uniform) / shape;
    }
    double d = shape - 1.0 / 3;
    double c = 1 / StrictMath.sqrt(9 * d);
    while (true) {
      double normal = random.nextGaussian();
      double v = 1 + c * normal;
      if (v <= 0) {
        continue;
      }
      double logV = 3 * StrictMath.log(v);
      double uniform = 1 - random.nextDouble();
      if (StrictMath.log(uniform) < 0.5 * normal * normal + d - d * v * v * v + d * logV) {
        return StrictMath.log(d) + logV;
      }
    }
  }

  /** Returns the mean, alpha / (alpha + beta). */
  public static double mean(double alpha, double beta) {
    return alpha / (alpha + beta);
  }

  /**
   * Returns the mode: (alpha - 1) / (alpha + beta - 2) if both parameters exceed 1, otherwise the
   * end of [0, 1] at which the density is largest. If the density is unbounded at both ends, the
   * larger parameter decides; 0.5 is returned for equal parameters.
   */
  public static double mode(double alpha, double beta) {
    if (alpha > 1 && beta > 1) {
      return (alpha - 1) / (alpha + beta - 2);
    }
    if (alpha == beta) {
      return 0.5;
    }
    return alpha > beta ? 1 : 0;
  }

  /**
   * Returns the derivative of log p(q) with respect to the first parameter. By symmetry, the
   * derivative with respect to the second is {@code logDensitySlope(second, first, log(1 - q))}.
   */
  public static double logDensitySlope(double first, double second, double logQ) {
    return logQ - digamma(first) + digamma(first + second);
  }

  /** Returns the density at q in (0, 1). */
  public static double density(double q, double alpha, double beta) {
    double normaliser = logGamma(alpha) + logGamma(beta) - logGamma(alpha + beta);
    return Math.exp((alpha - 1) * Math.log(q) + (beta - 1) * Math.log1p(-q) - normaliser);
  }

  /** Returns log-gamma of x above 0, to about 1e-12. */
  static double logGamma(double x) {
    double product = 0;
    double y = x;
    while (y < 10) {
      product += Math.log(y);
      y += 1;
    }
    // Stirling's series, with Bernoulli numbers.
    double z = 1 / (y * y);
    double series = (1.0 / 12 - z * (1.0 / 360 - z * (1.0 / 1260 - z / 1680))) / y;
    return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - product;
  }

  /**
   * Returns the derivative of the differential entropy with respect to the first parameter. By
   * symmetry, the derivative with respect to the second is {@code entropySlope(second, first)}.
   */
  public static double entropySlope(double first, double second) {
    return (first + second - 2) * trigamma(first + second) - (first - 1) * trigamma(first);
  }

  /** Returns the first derivative of log-gamma, for x above 0, to about 1e-12. */
  static double digamma(double x) {
    double sum = 0;
    double y = x;
    while (y < ASYMPTOTIC) {
      sum -= 1 / y;
      y += 1;
    }
    // The asymptotic series, with Bernoulli numbers.
    double z = 1 / (y * y);
    double series = 1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z / 132)));
    return sum + StrictMath.log(y) - 1 / (2 * y) - z * series;
  }

  /** Returns the second derivative of log-gamma, for x above 0, to about 1e-12. */
  static double trigamma(double x) {
    double sum = 0;
    double y = x;
    while (y < ASYMPTOTIC) {
      sum += 1 / (y * y);
      y += 1;
    }
    // The asymptotic series, with Bernoulli numbers.
    double z = 1 / (y * y);
    double series = 1.0 / 6 - z * (1.0 / 30 - z * (1.0 / 42 - z * (1.0 / 30 - z * (5.0 / 66))));
    return sum + 1 / y + z / 2 + series * z / y;
  }
}
