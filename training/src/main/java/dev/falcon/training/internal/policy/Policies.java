package dev.falcon.training.internal.policy;

import dev.falcon.data.RandomStream;
import dev.falcon.training.config.Method;
import dev.falcon.training.config.MethodConfig;
import dev.falcon.training.config.MethodConfig.Level;

/** The policies that learn nothing. */
public final class Policies {
  private Policies() {}

  /**
   * The policy of a method for one epoch.
   *
   * @param epoch from 1 on; epoch 0 is uniform
   * @param epochs of the run
   */
  public static Policy of(MethodConfig method, int epoch, int epochs, long seed) {
    if (method.method() instanceof Method.Random) {
      return random(method.level(), seed);
    }
    double quantile = quantile(method.method(), epoch, epochs);
    return step -> row -> quantile;
  }

  private static Policy random(Level level, long seed) {
    if (level == Level.BATCH) {
      return step -> {
        double quantile = RandomStream.of(seed, "quantile", step).nextDouble();
        return row -> quantile;
      };
    }
    return step -> row -> RandomStream.of(seed, "quantile", step, row).nextDouble();
  }

  private static double quantile(Method method, int epoch, int epochs) {
    double progress = epochs <= 2 ? 0 : (epoch - 1.0) / (epochs - 2);
    if (method instanceof Method.Fixed fixed) {
      return fixed.quantile();
    }
    if (method instanceof Method.Hardening) {
      return progress;
    }
    if (method instanceof Method.Softening) {
      return 1 - progress;
    }
    if (method instanceof Method.Oracle || method instanceof Method.Margin) {
      return 1;
    }
    throw new IllegalArgumentException(method + " has no quantile of its own");
  }
}
