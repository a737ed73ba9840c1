// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import dev.falcon.mining.request.MiningSummary;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * A running summary in bounded memory. Count, mean and standard deviation are exact; quartiles are
 * found by counting, to within 1/16384 of the range.
 *
 * <p>Values are summed per search space, and then the sums of the spaces in order, so that the last
 * bits do not depend on the division of work. Memory: 16 bytes per space.
 */
final class Distribution {
  private static final int BINS = 1 << 16;

  private final double low;
  private final double high;
  private final long[] counts = new long[BINS];
  private long count;
  private double spaceSum;
  private double spaceSquares;
  private double[] sums = new double[2]; // per space: of the values, and of their squares
  private int spaces;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;

  /** Creates a summary of values in [low, high]. */
  Distribution(double low, double high) {
    this.low = low;
    this.high = high;
  }

  /** Adds a value; NaN is ignored. */
  void add(double value) {
    if (Double.isNaN(value)) {
      return;
    }
    count++;
    spaceSum += value;
    spaceSquares += value * value;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    int bin = (int) ((value - low) / (high - low) * (BINS - 1) + 0.5);
    counts[Math.max(0, Math.min(BINS - 1, bin))]++;
  }

  /** Ends a search space. */
  void endSpace() {
    keep(spaceSum, spaceSquares);
    spaceSum = 0;
    spaceSquares = 0;
  }

  private void keep(double sum, double squares) {
    if (2 * spaces == sums.length) {
      sums = Arrays.copyOf(sums, 2 * sums.length);
    }
    sums[2 * spaces] = sum;
    sums[2 * spaces + 1] = squares;
    spaces++;
  }

  /** Writes the state. */
  void write(DataOutput out) throws IOException {
    out.writeLong(count);
    out.writeDouble(least);
    out.writeDouble(greatest);
    out.writeInt(spaces);
    for (int i = 0; i < 2 * spaces; i++) {
      out.writeDouble(sums[i]);
    }
    out.writeInt((int) Arrays.stream(counts).filter(each -> each > 0).count());
    for (int bin = 0; bin < BINS; bin++) {
      if (counts[bin] > 0) {
        out.writeInt(bin);
        out.writeLong(counts[bin]);
      }
    }
  }

  /** Reads the state written by {@link #write}. */
  void read(DataInput in) throws IOException {
    count += in.readLong();
    least = Math.min(least, in.readDouble());
    greatest = Math.max(greatest, in.readDouble());
    for (int left = in.readInt(); left > 0; left--) {
      keep(in.readDouble(), in.readDouble());
    }
    for (int left = in.readInt(); left > 0; left--) {
      counts[in.readInt()] += in.readLong();
    }
  }

  /** Returns the summary; null without values. */
  MiningSummary.Statistics statistics() {
    if (count == 0) {
      return null;
    }
    double sum = 0;
    double squares = 0;
    for (int space = 0; space < spaces; space++) {
      sum += sums[2 * space];
      squares += sums[2 * space + 1];
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
