// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The closed form beside the bootstrap: the standard error of a mean difference, whose items come
 * in clusters.
 *
 * @param standardError the standard error with clusters; NaN for fewer than two clusters
 * @param designEffect its square over that of independent items; NaN likewise, or if no item
 *     differs
 */
record ClusteredDifference(double standardError, double designEffect) {
  /**
   * Returns the standard error of the mean of differences.
   *
   * @param differences the second's value of each item minus the first's
   * @param clusters the cluster of each item
   */
  static ClusteredDifference of(List<Double> differences, List<String> clusters) {
    int items = differences.size();
    double mean = differences.stream().mapToDouble(each -> each).sum() / items;
    Map<String, Double> sums = new HashMap<>();
    double squares = 0;
    for (int i = 0; i < items; i++) {
      double residual = differences.get(i) - mean;
      squares += residual * residual;
      sums.merge(clusters.get(i), residual, Double::sum);
    }
    int count = sums.size();
    if (count < 2) {
      return new ClusteredDifference(Double.NaN, Double.NaN);
    }
    double clustered = 0;
    for (String cluster : clusters.stream().distinct().toList()) { // in the items' order
      clustered += sums.get(cluster) * sums.get(cluster);
    }
    double variance = clustered * count / (count - 1.0) / items / items;
    double independent = squares / (items - 1.0) / items;
    return new ClusteredDifference(Math.sqrt(variance), variance / independent);
  }
}
