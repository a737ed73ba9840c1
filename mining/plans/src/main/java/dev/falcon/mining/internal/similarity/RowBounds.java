// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import dev.falcon.kernels.Bins;
import dev.falcon.kernels.Kernel;

/**
 * Finds two values of a row below each of which about a given number of values lie. They are found
 * by counting, in half a dozen scans that vectorise, while exact quantiles must put each value into
 * its bin. Not thread-safe.
 */
final class RowBounds {
  /** The maximum distance of a bound from its rank, as a share of the row's length. */
  static final double SLACK = 0.005;

  private static final int MOST_COUNTS = 20;
  // Interpolation can converge slowly from one side, so the interval is halved every few steps.
  private static final int HALVE_EVERY = 4;

  private final Kernel kernel;
  private final float[] sample = new float[Bins.SAMPLE];
  private int sampled;
  private float low;
  private float high;

  RowBounds(Kernel kernel) {
    this.kernel = kernel;
  }

  /** Returns the lower bound: at most the requested number of values is below it. */
  float low() {
    return low;
  }

  /** Returns the upper bound: at least the requested number of values is below it. */
  float high() {
    return high;
  }

  /**
   * Finds the bounds.
   *
   * @param row a row of S, +∞ on the diagonal
   * @param lowest the rank of the lower bound; at 0 or less, the bound is -∞
   * @param highest the rank of the upper bound; from the last rank on, the bound is the greatest
   *     float
   */
  void find(float[] row, double lowest, double highest) {
    sampled = Bins.sample(row, sample);
    double slack = SLACK * row.length;
    low =
        lowest <= 0 || sampled == 0
            ? Float.NEGATIVE_INFINITY
            : search(row, lowest - slack, lowest, true);
    high =
        highest >= row.length - 2 || sampled == 0
            ? Float.MAX_VALUE
            : search(row, highest, highest + slack, false);
  }

  /**
   * Returns a value below which this many values are; if ties skip that number, the nearest known
   * value on the outer side.
   */
  private float search(float[] row, double fewest, double most, boolean lower) {
    float under = Float.NEGATIVE_INFINITY;
    float over = Float.MAX_VALUE;
    double belowUnder = 0;
    double belowOver = row.length;
    double middle = (fewest + most) / 2;
    float step = Math.max((sample[sampled - 1] - sample[0]) / sampled, Float.MIN_NORMAL);
    float x = sample[Math.max(0, Math.min(sampled - 1, (int) (middle / row.length * sampled)))];
    for (int counts = 1; counts <= MOST_COUNTS; counts++) {
      int below = kernel.countBelow(row, row.length, x);
      if (below >= fewest && below <= most) {
        return x;
      }
      if (below < fewest) {
        under = x;
        belowUnder = below;
      } else {
        over = x;
        belowOver = below;
      }
      if (under == Float.NEGATIVE_INFINITY) {
        x = over - step;
        step *= 2;
      } else if (over == Float.MAX_VALUE) {
        x = under + step;
        step *= 2;
      } else {
        double part =
            counts % HALVE_EVERY == 0 ? 0.5 : (middle - belowUnder) / (belowOver - belowUnder);
        x = under + (float) ((over - under) * part);
        if (x <= under || x >= over) {
          x = under + (over - under) / 2;
        }
        if (x <= under || x >= over) {
          break;
        }
      }
    }
    return lower ? under : over;
  }
}
