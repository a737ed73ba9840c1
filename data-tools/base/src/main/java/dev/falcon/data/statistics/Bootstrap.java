// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import dev.falcon.data.RandomStream;

/** Efron's percentile bootstrap intervals. */
public final class Bootstrap {
  /** Number of resamples. */
  public static final int RESAMPLES = 10_000;

  private Bootstrap() {}

  /**
   * Returns the 95 % interval of the mean of independent values.
   *
   * @param values the values, at least 2
   */
  public static Interval ofMean(double[] values, RandomStream random) {
    double[] means = new double[RESAMPLES];
    double[] resample = new double[values.length];
    for (int i = 0; i < RESAMPLES; i++) {
      for (int j = 0; j < resample.length; j++) {
        resample[j] = values[random.nextInt(resample.length)];
      }
      means[i] = PairwiseMean.of(resample);
    }
    return Interval.ofSamples(means);
  }
}
