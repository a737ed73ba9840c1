// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import java.util.Arrays;

/** Common parts of the benchmarks. */
public final class Measured {
  /** Something that takes time. */
  public interface Work {
    /** Does it, and returns the seconds that count. */
    double seconds() throws Exception;
  }

  private Measured() {}

  public static double secondsSince(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  /**
   * The median seconds of each of several works, which alternate, so that a slow minute of the
   * machine slows all of them. A round before the first warms up.
   */
  public static double[] alternating(int rounds, Work... works) throws Exception {
    double[][] seconds = new double[works.length][rounds];
    for (int round = -1; round < rounds; round++) {
      for (int work = 0; work < works.length; work++) {
        double now = works[work].seconds();
        if (round >= 0) {
          seconds[work][round] = now;
        }
      }
    }
    return Arrays.stream(seconds).mapToDouble(Measured::median).toArray();
  }

  /** The middle of the rounds; of an even number the upper one. */
  public static double median(double[] rounds) {
    double[] sorted = rounds.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
