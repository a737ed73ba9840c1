// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Holm's correction of several p values for their number. */
public final class Holm {
  private Holm() {}

  /**
   * Returns the adjusted p values: the probability that any of several tests without an effect is
   * as small by chance.
   *
   * @param values the p values, in [0, 1]
   */
  public static double[] adjusted(double[] values) {
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(i -> i)
            .toArray();
    double[] adjusted = new double[values.length];
    double largest = 0;
    for (int rank = 0; rank < order.length; rank++) {
      largest = Math.max(largest, Math.min(1, (order.length - rank) * values[order[rank]]));
      adjusted[order[rank]] = largest;
    }
    return adjusted;
  }
}
