// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import dev.falcon.kernels.Bins;
import dev.falcon.kernels.Kernel;
import java.util.Arrays;

/**
 * Computes m evenly spaced quantiles of rows of S, exactly: the levels k/(m-1), ascending, linearly
 * interpolated between order statistics (the default of NumPy and PyTorch).
 *
 * <p>The values of a row are counted into bins, and only the bins with a needed rank are collected
 * and sorted: two passes instead of a sort. Not thread-safe.
 */
public final class RowQuantiles {
  private static final int SHORT = 8;
  // A short row is nearly sorted by its bins, since most of its values are needed.
  private static final int FEWEST_BINS = 1024;

  private final Kernel kernel;
  private final int[] ranks;
  private final float[] fractions;
  private final float[] statistics;
  private final int binCount;
  private final int[] bins;
  private final int[] evenCounts;
  private final int[] oddCounts;
  private final byte[] wanted;
  private final int[] segmentStarts;
  private final int[] segmentEnds;
  private final int[] positions;
  private final float[] collected;
  private final int[] collectedBins;
  private final float[] segments;
  private final float[] sample = new float[Bins.SAMPLE];

  /**
   * Creates a calculator for rows of one length.
   *
   * @param columns the row's length; the entry on the diagonal is +∞ and does not count, so {@code
   *     columns - 1} values are ranked; at least 2
   * @param levels m, at least 2
   */
  public RowQuantiles(Kernel kernel, int columns, int levels) {
    this.kernel = kernel;
    int values = columns - 1;
    ranks = new int[2 * levels];
    fractions = new float[levels];
    for (int level = 0; level < levels; level++) {
      double position = position(level, levels, values);
      ranks[2 * level] = (int) position;
      ranks[2 * level + 1] = Math.min((int) position + 1, values - 1);
      fractions[level] = (float) (position - (int) position);
    }
    statistics = new float[ranks.length];
    binCount = Math.max(FEWEST_BINS, 2 * Integer.highestOneBit(columns / 4));
    bins = new int[columns];
    evenCounts = new int[binCount];
    oddCounts = new int[binCount];
    wanted = new byte[binCount];
    segmentStarts = new int[ranks.length];
    segmentEnds = new int[ranks.length];
    positions = new int[ranks.length];
    collected = new float[columns + 1];
    collectedBins = new int[columns + 1];
    segments = new float[columns];
  }

  /**
   * Computes the quantiles of one row.
   *
   * @param row a row of S, +∞ on the diagonal
   * @param out receives m values from {@code at}
   */
  public void of(float[] row, float[] out, int at) {
    count(row);
    markWantedBins();
    collect(row);
    selectInSegments();
    for (int level = 0; level < fractions.length; level++) {
      out[at + level] = between(statistics[2 * level], statistics[2 * level + 1], fractions[level]);
    }
  }

  /** Returns the position of a level among a row's ascending values: a rank, with a fraction. */
  static double position(int level, int levels, int values) {
    return (double) level * (values - 1) / (levels - 1);
  }

  /** Returns the quantile between two order statistics. */
  static float between(float low, float high, float fraction) {
    return low + (high - low) * fraction;
  }

  /**
   * Returns the position of a value among a row's quantiles, interpolated linearly between two
   * levels.
   *
   * @param quantiles holds m values from {@code at}, ascending
   * @return the position, in [0, 1]
   */
  public static float levelOf(float value, float[] quantiles, int at, int m) {
    int low = 0;
    int high = m - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (quantiles[at + middle] <= value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return levelOf(value, low, quantiles[at + low], quantiles[at + high], m);
  }

  /** Returns the position of a value between two levels with given quantiles. */
  static float levelOf(float value, int level, float from, float to, int m) {
    float part = to > from ? Math.min(1, Math.max(0, (value - from) / (to - from))) : 0;
    return (level + part) / (m - 1);
  }

  private void count(float[] row) {
    Bins scale = Bins.aroundBulk(row, binCount, sample);
    kernel.bin(row, row.length, scale.scale(), scale.bias(), bins, binCount);
    Arrays.fill(evenCounts, 0);
    Arrays.fill(oddCounts, 0);
    int mask = evenCounts.length - 1;
    // Neighbours often share a bin; with two tables, an increment need not wait for the previous
    // one.
    int j = 0;
    for (; j + 1 < row.length; j += 2) {
      evenCounts[bins[j] & mask]++;
      oddCounts[bins[j + 1] & mask]++;
    }
    if (j < row.length) {
      evenCounts[bins[j] & mask]++;
    }
  }

  /**
   * Finds the bins with needed ranks. Afterwards, evenCounts holds the start of each bin's segment.
   */
  private void markWantedBins() {
    Arrays.fill(wanted, (byte) 0);
    int before = 0;
    int segment = 0;
    int next = 0;
    for (int bin = 0; bin < binCount && next < ranks.length; bin++) {
      int count = evenCounts[bin] + oddCounts[bin];
      int after = before + count;
      if (ranks[next] < after) {
        wanted[bin] = 1;
        evenCounts[bin] = segment;
        while (next < ranks.length && ranks[next] < after) {
          segmentStarts[next] = segment;
          segmentEnds[next] = segment + count;
          positions[next] = segment + ranks[next] - before;
          next++;
        }
        segment += count;
      }
      before = after;
    }
  }

  private void collect(float[] row) {
    int mask = binCount - 1;
    int found = 0;
    for (int j = 0; j < row.length; j++) {
      int bin = bins[j] & mask;
      collected[found] = row[j];
      collectedBins[found] = bin;
      found += wanted[bin];
    }
    for (int x = 0; x < found; x++) {
      segments[evenCounts[collectedBins[x]]++] = collected[x];
    }
  }

  /** Finds the needed order statistics; ranks ascend, so each search starts after the last. */
  private void selectInSegments() {
    int segmentEnd = 0;
    int from = 0;
    for (int r = 0; r < ranks.length; r++) {
      if (segmentEnds[r] > segmentEnd) {
        segmentEnd = segmentEnds[r];
        from = segmentStarts[r];
      }
      if (positions[r] >= from) {
        select(segments, from, segmentEnd - 1, positions[r]);
        from = positions[r] + 1;
      }
      statistics[r] = segments[positions[r]];
    }
  }

  /**
   * Puts the k-th smallest of {@code values[low..high]} at k, smaller ones before it and larger
   * ones after it (Hoare's quickselect; short ranges are sorted).
   */
  private static void select(float[] values, int low, int high, int k) {
    int from = low;
    int to = high;
    while (to - from > SHORT) {
      float pivot = median(values[from], values[(from + to) >>> 1], values[to]);
      int i = from;
      int j = to;
      while (i <= j) {
        while (values[i] < pivot) {
          i++;
        }
        while (values[j] > pivot) {
          j--;
        }
        if (i <= j) {
          float swapped = values[i];
          values[i++] = values[j];
          values[j--] = swapped;
        }
      }
      if (k <= j) {
        to = j;
      } else if (k >= i) {
        from = i;
      } else {
        return;
      }
    }
    for (int i = from + 1; i <= to; i++) {
      float x = values[i];
      int j = i - 1;
      while (j >= from && values[j] > x) {
        values[j + 1] = values[j];
        j--;
      }
      values[j + 1] = x;
    }
  }

  private static float median(float a, float b, float c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
