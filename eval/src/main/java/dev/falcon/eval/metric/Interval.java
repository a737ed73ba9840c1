package dev.falcon.eval.metric;

import java.util.Arrays;

/**
 * A 95 % confidence interval.
 *
 * @param low its lower end
 * @param high its upper end
 */
public record Interval(double low, double high) {
  /** The normal distribution's 97.5 % quantile. */
  private static final double Z = 1.959963984540054;

  private static final double TAIL = 0.025;

  /**
   * Wilson's score interval of a proportion.
   *
   * @param share the share that was seen, 0 to 1
   * @param count of how many, at least 1
   */
  public static Interval wilson(double share, long count) {
    double z2 = Z * Z;
    double centre = share + z2 / (2 * count);
    double half = Z * Math.sqrt(share * (1 - share) / count + z2 / (4.0 * count * count));
    double scale = 1 + z2 / count;
    return new Interval(Math.max(0, (centre - half) / scale), Math.min(1, (centre + half) / scale));
  }

  /**
   * Newcombe's interval of the difference of two independent proportions, made of their Wilson
   * intervals.
   *
   * @param a the first proportion
   * @param ofA its Wilson interval
   * @param b what is taken from it
   * @param ofB its Wilson interval
   */
  public static Interval ofDifference(double a, Interval ofA, double b, Interval ofB) {
    double difference = a - b;
    return new Interval(
        difference - root(a - ofA.low(), ofB.high() - b),
        difference + root(ofA.high() - a, b - ofB.low()));
  }

  /** Exact where the platform's hypot may differ in the last bit. */
  private static double root(double x, double y) {
    return Math.sqrt(x * x + y * y);
  }

  /** The middle 95 % of the values, which are sorted in place. */
  public static Interval ofSamples(double[] values) {
    Arrays.sort(values);
    int tail = (int) (TAIL * values.length);
    return new Interval(values[tail], values[values.length - 1 - tail]);
  }
}
