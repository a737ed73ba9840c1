// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import dev.falcon.data.RandomStream;
import java.util.List;

/** A choice among numbered alternatives, each with its probability. */
final class Choice {
  private final double[] cumulative;

  private Choice(double[] weights) {
    cumulative = new double[weights.length];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i];
      cumulative[i] = sum;
    }
  }

  static Choice ofShares(List<Double> shares) {
    return new Choice(shares.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Returns a choice in which the k-th alternative, k from 0, has the weight (k + 2)^-exponent. */
  static Choice zipf(int alternatives, double exponent) {
    double[] weights = new double[alternatives];
    for (int k = 0; k < alternatives; k++) {
      weights[k] = StrictMath.pow(k + 2, -exponent);
    }
    return new Choice(weights);
  }

  /** Draws an alternative and returns its number. */
  int draw(RandomStream random) {
    double point = random.nextDouble() * cumulative[cumulative.length - 1];
    int chosen = 0;
    while (point >= cumulative[chosen]) {
      chosen++;
    }
    return chosen;
  }
}
