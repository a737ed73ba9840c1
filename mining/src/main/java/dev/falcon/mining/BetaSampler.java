package dev.falcon.mining;

import dev.falcon.data.RandomStream;

/**
 * Draws from Beta(alpha, beta), exactly and the same on every machine.
 *
 * <p>A Beta is a ratio of two Gammas (Marsaglia and Tsang's squeeze). The Gammas are kept as
 * logarithms, since with shapes near zero they underflow long before their ratio does.
 */
public final class BetaSampler {
  private BetaSampler() {}

  /**
   * One draw.
   *
   * @param alpha positive
   * @param beta positive
   * @return in [0, 1]
   */
  public static double draw(double alpha, double beta, RandomStream random) {
    double x = logGamma(alpha, random);
    double y = logGamma(beta, random);
    return 1 / (1 + StrictMath.exp(y - x));
  }

  /** The logarithm of a Gamma(shape, 1) draw. */
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

  /** alpha / (alpha + beta). */
  public static double mean(double alpha, double beta) {
    return alpha / (alpha + beta);
  }

  /**
   * Where the density is greatest: (alpha - 1) / (alpha + beta - 2) where both exceed 1, else the
   * end where the density grows without bound. Where it grows at both ends the larger parameter
   * decides, and 0.5 stands for a density that prefers neither.
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
}
