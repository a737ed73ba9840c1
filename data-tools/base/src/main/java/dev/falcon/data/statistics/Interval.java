// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import java.util.Arrays;
import java.util.Optional;

/**
 * A 95 % confidence interval.
 *
 * @param low its lower end
 * @param high its upper end
 */
public record Interval(double low, double high) {
  /** The normal distribution's 97.5 % quantile. */
  public static final double Z = 1.959963984540054;

  private static final double TAIL = 0.025;

  /**
   * Returns Wilson's score interval of a share.
   *
   * @param share the observed share, in [0, 1]
   * @param count the sample size, above 0. It need not be whole, since weighted samples have a
   *     smaller effective size; it is infinite if the whole population was observed
   */
  public static Interval wilson(double share, double count) {
    if (Double.isInfinite(count)) {
      return new Interval(share, share);
    }
    double z2 = Z * Z;
    double centre = share + z2 / (2 * count);
    double half = Z * Math.sqrt(share * (1 - share) / count + z2 / (4 * count * count));
    double scale = 1 + z2 / count;
    // At 0 and 1 the ends are exact, which rounding would miss by the last bit.
    double low = share == 0 ? 0 : Math.max(0, (centre - half) / scale);
    double high = share == 1 ? 1 : Math.min(1, (centre + half) / scale);
    return new Interval(low, high);
  }

  /**
   * Returns the interval of a measure in (0, 1) with known variance; the interval is symmetric on
   * the scale of log odds.
   *
   * @return the interval; empty if the measure is 0 or 1 or its variance is 0, which say nothing
   *     about its range
   */
  public static Optional<Interval> ofLogOdds(double measure, double variance) {
    double spread = measure * (1 - measure);
    if (!(spread > 0 && variance > 0)) {
      return Optional.empty();
    }
    double odds = measure / (1 - measure);
    double factor = Math.exp(Z * Math.sqrt(variance) / spread);
    double low = odds / factor;
    double high = odds * factor;
    return Optional.of(
        new Interval(low / (1 + low), Double.isInfinite(high) ? 1 : high / (1 + high)));
  }

  /**
   * Returns Newcombe's interval of the difference {@code a - b} of two independent shares, computed
   * from their intervals.
   */
  public static Interval ofDifference(double a, Interval ofA, double b, Interval ofB) {
    double difference = a - b;
    return new Interval(
        difference - root(a - ofA.low(), ofB.high() - b),
        difference + root(ofA.high() - a, b - ofB.low()));
  }

  /** Returns the middle 95 % of the values, which are sorted in place. */
  public static Interval ofSamples(double[] values) {
    Arrays.sort(values);
    int tail = (int) (TAIL * values.length);
    return new Interval(values[tail], values[values.length - 1 - tail]);
  }

  /** Returns half the width of the interval. */
  public double halfWidth() {
    return (high - low) / 2;
  }

  /** Returns whether the value is within, including the ends. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /**
   * Returns the square root of x² + y², the same on every platform; the platform's hypot may differ
   * in the last bit.
   */
  private static double root(double x, double y) {
    return Math.sqrt(x * x + y * y);
  }
}
