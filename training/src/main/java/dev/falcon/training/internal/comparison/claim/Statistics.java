package dev.falcon.training.internal.comparison.claim;

import dev.falcon.training.comparison.result.ComparisonResult.Difference;
import dev.falcon.training.comparison.result.ComparisonResult.Spread;
import java.util.List;

/** Means, spreads, and intervals of a few values. */
public final class Statistics {
  private static final double TWO_SIDED_95 = 0.975;

  private Statistics() {}

  public static Spread spread(List<Double> values) {
    return new Spread(values.size(), mean(values), deviation(values));
  }

  public static Difference difference(List<Double> differences) {
    int n = differences.size();
    Double deviation = deviation(differences);
    Double half =
        deviation == null ? null : studentQuantile(TWO_SIDED_95, n - 1) * deviation / Math.sqrt(n);
    return new Difference(n, mean(differences), deviation, half);
  }

  static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
  }

  private static Double deviation(List<Double> values) {
    if (values.size() < 2) {
      return null;
    }
    double mean = mean(values);
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return Math.sqrt(squares / (values.size() - 1));
  }

  /**
   * The quantile of Student's t, by halving; the distribution function is a finite sum (Abramowitz
   * and Stegun 26.7.3 and 26.7.4).
   *
   * @param probability in (0.5, 1)
   * @param freedom degrees, from 1 on
   */
  static double studentQuantile(double probability, int freedom) {
    double low = 0;
    double high = 1;
    while (studentProbability(high, freedom) < probability) {
      high *= 2;
    }
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      if (studentProbability(middle, freedom) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /** The chance of a value up to t, for t from 0 on. */
  static double studentProbability(double t, int freedom) {
    double angle = Math.atan(t / Math.sqrt(freedom));
    double cosine = Math.cos(angle);
    boolean odd = freedom % 2 == 1;
    double term = odd ? cosine : 1;
    double sum = freedom == 1 ? 0 : term;
    for (int k = odd ? 3 : 2; k <= freedom - 2; k += 2) {
      term *= cosine * cosine * (k - 1) / k;
      sum += term;
    }
    double within = odd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
    return (1 + within) / 2;
  }
}
