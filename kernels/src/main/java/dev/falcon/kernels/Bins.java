// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import java.util.Arrays;

/**
 * A monotone map of similarities to bins of equal width, for selection by counting. The position of
 * the bins affects only the speed of a selection, not its result.
 *
 * @param scale the number of bins per unit of similarity
 * @param bias the value that {@link Kernel#bin} adds after scaling
 */
public record Bins(float scale, float bias) {
  /** 2^23. From here to 2^24, adjacent floats differ by 1. */
  public static final float ORIGIN = 8388608f;

  private static final double STANDARD_DEVIATIONS = 4.5;
  private static final double SMALLEST_SPREAD = 1e-7;

  /** The number of values in the sample that locates a row's bulk. */
  public static final int SAMPLE = 32;

  private static final double GOLDEN_SECTION = 0.618;
  private static final double ROBUST_DEVIATIONS = 3;
  // Distance of the 10 % and 90 % quantiles of a normal distribution, in standard deviations.
  private static final double DECILE_RANGE = 2.563;

  /**
   * Returns bins over the mean ± 4.5 standard deviations of every {@code stride}-th value. All
   * values must be finite.
   */
  public static Bins around(float[] values, int count, int stride, int binCount) {
    double sum = 0;
    double squares = 0;
    int taken = 0;
    for (int j = 0; j < count; j += stride) {
      double x = values[j];
      sum += x;
      squares += x * x;
      taken++;
    }
    double mean = taken == 0 ? 0 : sum / taken;
    double variance = taken == 0 ? 0 : squares / taken - mean * mean;
    double spread = Math.sqrt(Math.max(variance, SMALLEST_SPREAD * SMALLEST_SPREAD));
    double low = mean - STANDARD_DEVIATIONS * spread;
    double scale = binCount / (2 * STANDARD_DEVIATIONS * spread);
    return new Bins((float) scale, (float) (ORIGIN - low * scale));
  }

  /**
   * Returns bins over the bulk of the values: the median ± 3 standard deviations, both estimated
   * from deciles of a sample. A few far outliers, such as an anchor's own cluster, do not widen the
   * bins; they share the last bin.
   *
   * @param scratch a buffer of {@link #SAMPLE} entries, which is overwritten
   */
  public static Bins aroundBulk(float[] values, int binCount, float[] scratch) {
    int taken = sample(values, scratch);
    if (taken == 0) {
      return new Bins(1, ORIGIN);
    }
    double middle = scratch[taken / 2];
    double deciles = scratch[taken * 9 / 10] - (double) scratch[taken / 10];
    double spread = Math.max(deciles / DECILE_RANGE, SMALLEST_SPREAD);
    double low = middle - ROBUST_DEVIATIONS * spread;
    double scale = binCount / (2 * ROBUST_DEVIATIONS * spread);
    return new Bins((float) scale, (float) (ORIGIN - low * scale));
  }

  /**
   * Samples a row's finite values.
   *
   * @param scratch receives the sampled values, ascending; {@link #SAMPLE} entries
   * @return the number of sampled values
   */
  public static int sample(float[] values, float[] scratch) {
    // Golden-section steps cover the row evenly whatever its order. A fixed stride could meet only
    // one kind of value, for example if every seventh is of that kind.
    int step = (int) (values.length * GOLDEN_SECTION) | 1;
    int taken = 0;
    int j = 0;
    for (int tried = Math.min(SAMPLE, values.length); tried > 0; tried--) {
      if (values[j] != Float.POSITIVE_INFINITY) {
        scratch[taken++] = values[j];
      }
      j = (j + step) % values.length;
    }
    Arrays.sort(scratch, 0, taken);
    return taken;
  }
}
