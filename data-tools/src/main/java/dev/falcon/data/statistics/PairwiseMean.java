package dev.falcon.data.statistics;

/**
 * The arithmetic mean, with the order of summation of NumPy for a contiguous array of doubles.
 *
 * <p>The order affects the last bit of a mean, and published averages were computed with NumPy:
 * below eight values sequentially; up to 128 in eight running sums that are combined as a tree;
 * above that the two halves separately, the first one's length a multiple of eight.
 */
public final class PairwiseMean {
  private static final int LANES = 8;
  private static final int BLOCK = 128;

  private PairwiseMean() {}

  /** The mean of the values; NaN without any. */
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
