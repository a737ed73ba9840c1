// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.policy;

import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.training.config.MethodConfig;
import dev.falcon.training.internal.input.Purpose;

/** The policies without learning. */
public final class FixedPolicies {
  private FixedPolicies() {}

  /**
   * Returns the policy of a method for one epoch.
   *
   * @param epoch the epoch, at least 1; epoch 0 is uniform
   * @param epochs the number of epochs of the run
   */
  public static Policy of(MethodConfig method, int epoch, int epochs, long seed) {
    QuantilePolicy policy = method.policy().quantiles();
    if (policy instanceof QuantilePolicy.Random) {
      return (features, rows) -> random(method.level(), seed);
    }
    double progress = epochs <= 2 ? 0 : (epoch - 1.0) / (epochs - 2);
    double quantile = policy.quantile(progress).orElse(Double.NaN); // some have none
    return (features, rows) -> step -> row -> quantile;
  }

  private static Policy.OfSpace random(Composition.Level level, long seed) {
    if (level == Composition.Level.BATCH) {
      return step -> {
        double quantile = Purpose.QUANTILE.at(seed, step).nextDouble();
        return row -> quantile;
      };
    }
    return step -> row -> Purpose.QUANTILE.at(seed, step, row).nextDouble();
  }
}
