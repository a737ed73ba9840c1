// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

/** Student's t distribution. */
public final class StudentT {
  private static final int SUMMED =
      200; // above this many degrees of freedom, the series is exact to 1e-9
  private static final int HALVINGS = 100;

  private StudentT() {}

  /**
   * Returns the 97.5 % quantile, which two-sided 95 % intervals use in place of the normal
   * distribution's {@value Interval#Z}.
   *
   * @param freedom the degrees of freedom, at least 1
   */
  public static double quantile(int freedom) {
    if (freedom < 1) {
      throw new IllegalArgumentException("degrees of freedom: " + freedom);
    }
    return freedom > SUMMED ? nearNormal(freedom) : quantile(0.975, freedom);
  }

  /**
   * Returns the 97.5 % quantile by Cornish and Fisher's series in 1 / freedom (Abramowitz and
   * Stegun 26.7.5).
   */
  private static double nearNormal(double freedom) {
    double z = Interval.Z;
    double z2 = z * z;
    double first = z * (z2 + 1) / 4;
    double second = z * ((5 * z2 + 16) * z2 + 3) / 96;
    double third = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
    return z + (first + (second + third / freedom) / freedom) / freedom;
  }

  /** Returns the quantile of a probability by bisection. */
  private static double quantile(double probability, int freedom) {
    double low = 0;
    double high = 1;
    while (probability(high, freedom) < probability) {
      high *= 2;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (probability(middle, freedom) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /**
   * Returns the cumulative distribution function at t, as a finite sum (Abramowitz and Stegun
   * 26.7.3 and 26.7.4).
   *
   * @param t at least 0
   * @param freedom the degrees of freedom, at least 1; the time is proportional to them
   */
  public static double probability(double t, int freedom) {
    double angle = StrictMath.atan(t / Math.sqrt(freedom));
    double cosine = StrictMath.cos(angle);
    boolean odd = freedom % 2 == 1;
    double term = odd ? cosine : 1;
    double sum = freedom == 1 ? 0 : term;
    for (int k = odd ? 3 : 2; k <= freedom - 2; k += 2) {
      term *= cosine * cosine * (k - 1) / k;
      sum += term;
    }
    double sine = StrictMath.sin(angle);
    double within = odd ? 2 / Math.PI * (angle + sine * sum) : sine * sum;
    return (1 + within) / 2;
  }
}
