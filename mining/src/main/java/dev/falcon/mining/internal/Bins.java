package dev.falcon.mining.internal;

/**
 * A monotone map of similarities to equal bins, for selecting by counting. Where the bins lie
 * changes how fast a selection is, never what it selects.
 *
 * @param scale bins per unit of similarity
 * @param bias what {@link Kernel#bin} adds after scaling
 */
record Bins(float scale, float bias) {
  /** 2^23: from here to 2^24 a float's last mantissa bit counts ones. */
  static final float ORIGIN = 8388608f;

  private static final double STANDARD_DEVIATIONS = 4.5;
  private static final double SMALLEST_SPREAD = 1e-7;

  /** Bins over the mean ± 4.5 standard deviations of every {@code stride}-th finite value. */
  static Bins around(float[] values, int count, int stride, int binCount) {
    double sum = 0;
    double squares = 0;
    int taken = 0;
    for (int j = 0; j < count; j += stride) {
      double x = values[j];
      if (x != Double.POSITIVE_INFINITY) {
        sum += x;
        squares += x * x;
        taken++;
      }
    }
    double mean = taken == 0 ? 0 : sum / taken;
    double variance = taken == 0 ? 0 : squares / taken - mean * mean;
    double spread = Math.sqrt(Math.max(variance, SMALLEST_SPREAD * SMALLEST_SPREAD));
    double low = mean - STANDARD_DEVIATIONS * spread;
    double scale = binCount / (2 * STANDARD_DEVIATIONS * spread);
    return new Bins((float) scale, (float) (ORIGIN - low * scale));
  }
}
