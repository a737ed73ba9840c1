// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.data.statistics.StudentT;
import dev.falcon.reproduce.model.ComparisonResult;
import java.util.List;

/** Means, deviations and confidence intervals of small samples. */
final class Statistics {
  private Statistics() {}

  public static ComparisonResult.Spread spread(List<Double> values) {
    return new ComparisonResult.Spread(values.size(), mean(values), deviation(values));
  }

  public static ComparisonResult.Difference difference(List<Double> differences) {
    int n = differences.size();
    Double deviation = deviation(differences);
    Double half = deviation == null ? null : StudentT.quantile(n - 1) * deviation / Math.sqrt(n);
    return new ComparisonResult.Difference(n, mean(differences), deviation, half);
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
}
