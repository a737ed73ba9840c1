// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Spearman's rank correlation, in which equal values share the mean of their ranks. */
public final class RankCorrelation {
  private RankCorrelation() {}

  /**
   * Returns the correlation of two lists of equal length.
   *
   * @return a value in [-1, 1]; NaN if a value is NaN, or one of the lists is constant
   */
  public static double of(double[] x, double[] y) {
    double[] first = ranks(x);
    double[] second = ranks(y);
    double middle = (x.length + 1) / 2.0; // the mean of all ranks, ties or not
    double together = 0;
    double ofFirst = 0;
    double ofSecond = 0;
    for (int i = 0; i < x.length; i++) {
      together += (first[i] - middle) * (second[i] - middle);
      ofFirst += (first[i] - middle) * (first[i] - middle);
      ofSecond += (second[i] - middle) * (second[i] - middle);
    }
    return together / Math.sqrt(ofFirst) / Math.sqrt(ofSecond);
  }

  /** Returns ranks from 1; all are NaN if a value is. */
  private static double[] ranks(double[] values) {
    double[] ranks = new double[values.length];
    if (Arrays.stream(values).anyMatch(Double::isNaN)) {
      Arrays.fill(ranks, Double.NaN);
      return ranks;
    }
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i] + 0.0)) // -0 is 0
            .mapToInt(i -> i)
            .toArray();
    for (int from = 0, to; from < order.length; from = to) {
      to = from + 1;
      while (to < order.length && values[order[to]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i < to; i++) {
        ranks[order[i]] = (from + 1 + to) / 2.0;
      }
    }
    return ranks;
  }

  /**
   * Returns correlations of samples: each draws half of the queries without replacement, and then
   * one pair of each drawn query, in the order of drawing.
   *
   * @param pairsOfQuery the positions of each query's pairs
   * @param samples the number of samples
   * @param below returns a random number from 0 to below its argument
   */
  public static double[] sampled(
      List<int[]> pairsOfQuery, double[] x, double[] y, int samples, IntUnaryOperator below) {
    int half = pairsOfQuery.size() / 2;
    double[] correlations = new double[samples];
    for (int sample = 0; sample < samples; sample++) {
      int[] order = IntStream.range(0, pairsOfQuery.size()).toArray();
      for (int k = 0; k < half; k++) {
        int other = k + below.applyAsInt(order.length - k);
        int drawn = order[other];
        order[other] = order[k];
        order[k] = drawn;
      }
      double[] ofX = new double[half];
      double[] ofY = new double[half];
      for (int k = 0; k < half; k++) {
        int[] own = pairsOfQuery.get(order[k]);
        int pair = own[below.applyAsInt(own.length)];
        ofX[k] = x[pair];
        ofY[k] = y[pair];
      }
      correlations[sample] = of(ofX, ofY);
    }
    return correlations;
  }
}
