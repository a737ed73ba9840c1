package dev.falcon.mining.internal.run;

import dev.falcon.mining.MiningSummary;

/**
 * A running summary in bounded memory: count, mean and deviation exact, quartiles to 1/16384 of the
 * range by counting.
 */
final class Distribution {
  private static final int BINS = 1 << 16;

  private final double low;
  private final double high;
  private final long[] counts = new long[BINS];
  private long count;
  private double sum;
  private double squares;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;

  /** For values in [low, high]. */
  Distribution(double low, double high) {
    this.low = low;
    this.high = high;
  }

  /** Takes a value; NaN stands for none. */
  void add(double value) {
    if (Double.isNaN(value)) {
      return;
    }
    count++;
    sum += value;
    squares += value * value;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    int bin = (int) ((value - low) / (high - low) * (BINS - 1) + 0.5);
    counts[Math.max(0, Math.min(BINS - 1, bin))]++;
  }

  /** The summary; null where no value was taken. */
  MiningSummary.Statistics statistics() {
    if (count == 0) {
      return null;
    }
    double mean = sum / count;
    double variance = Math.max(0, squares / count - mean * mean);
    return new MiningSummary.Statistics(
        count,
        mean,
        Math.sqrt(variance),
        least,
        quantile(0.25),
        quantile(0.5),
        quantile(0.75),
        greatest);
  }

  private double quantile(double level) {
    long rank = Math.round(level * (count - 1));
    int bin = 0;
    for (long before = counts[0]; before <= rank; before += counts[bin]) {
      bin++;
    }
    double value = low + bin * (high - low) / (BINS - 1);
    return Math.max(least, Math.min(greatest, value));
  }
}
