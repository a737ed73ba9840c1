// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

/**
 * Computes the arithmetic mean in the order of summation that NumPy uses for a contiguous array of
 * doubles.
 *
 * <p>The order affects the last bit of a mean, and published averages were computed with NumPy.
 * Fewer than eight values are summed sequentially; up to 128 in eight running sums that are
 * combined as a tree; more are split into two halves, the first of a length that is a multiple of
 * eight, which are summed separately.
 */
public final class PairwiseMean {
  private static final int LANES = 8;
  private static final int BLOCK = 128;

  private PairwiseMean() {}

  /** Returns the mean of the values; NaN if there are none. */
  public static double of(double[] values) {
    return sum(values, 0, values.length) / values.length;
  }

  private static double sum(double[] values, int from, int count) {
    if (count < LANES) {
      double sum = 0;
      for (int i = from; i < from + count; i++) {
        sum += values[i];
      }
      return sum;
    }
    if (count <= BLOCK) {
      return block(values, from, count);
    }
    int half = count / 2 / LANES * LANES;
    return sum(values, from, half) + sum(values, from + half, count - half);
  }

  private static double block(double[] values, int from, int count) {
    double[] lanes = new double[LANES];
    System.arraycopy(values, from, lanes, 0, LANES);
    int whole = count / LANES * LANES;
    for (int i = LANES; i < whole; i += LANES) {
      for (int lane = 0; lane < LANES; lane++) {
        lanes[lane] += values[from + i + lane];
      }
    }
    double sum =
        ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3]))
            + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
    for (int i = whole; i < count; i++) {
      sum += values[from + i];
    }
    return sum;
  }
}
