package dev.falcon.mining.internal.similarity;

import dev.falcon.kernels.Bins;
import dev.falcon.kernels.Kernel;

/**
 * Two values of a row with about a given number of values below each, found by counting: half a
 * dozen scans that vectorise, where exact quantiles must put each value into its bin. Not
 * thread-safe.
 */
final class RowBounds {
  /** Maximum distance of a bound from its rank, as a part of the row. */
  static final double SLACK = 0.005;

  private static final int MOST_COUNTS = 20;
  // Interpolation can stall at a flank: every so often the interval is halved instead.
  private static final int HALVE_EVERY = 4;

  private final Kernel kernel;
  private final float[] sample = new float[Bins.SAMPLE];
  private int sampled;
  private float low;
  private float high;

  RowBounds(Kernel kernel) {
    this.kernel = kernel;
  }

  /** The lower bound: at most the requested number of values lies below it. */
  float low() {
    return low;
  }

  /** The upper bound: at least the requested number of values lies below it. */
  float high() {
    return high;
  }

  /**
   * Finds the bounds.
   *
   * @param row a row of S, +∞ on the diagonal
   * @param lowest a rank; at 0 or below it the lower bound is -∞
   * @param highest a rank; from the last one on the upper bound is the greatest float
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
   * A value below which this many values lie; if ties skip that number, the nearest known bound on
   * the outer side.
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
