// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import dev.falcon.kernels.Bins;
import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Keys;
import java.util.Arrays;

/**
 * Finds the candidate of a given rank. Counts the candidates' similarities into bins, and compares
 * only those of the bin that holds the rank. Not thread-safe.
 */
public final class RankSelector {
  private static final int FEW = 64;

  private final Kernel kernel;
  private final float[] values;
  private final int[] bins;
  private final int[] counts;
  private final long[] keys;

  /** Creates a selector for at most {@code capacity} candidates. */
  public RankSelector(Kernel kernel, int capacity) {
    this.kernel = kernel;
    values = new float[capacity];
    bins = new int[capacity];
    counts = new int[Math.max(128, 2 * Integer.highestOneBit(Math.max(1, capacity / 32)))];
    keys = new long[capacity];
  }

  /**
   * Selects a candidate for one anchor: line 8 of Algorithm 1.
   *
   * @param row the anchor's similarities, by index in the space
   * @param candidates U as ascending indices
   * @param count |U|
   * @param rank the rank, from 0 (least similar) to |U| - 1 (most similar)
   * @return the {@link Keys#of key} of the candidate
   */
  public long select(float[] row, int[] candidates, int count, int rank) {
    for (int x = 0; x < count; x++) {
      values[x] = row[candidates[x]];
    }
    if (count <= FEW) {
      return selectAll(candidates, count, rank);
    }
    int stride = Math.max(1, count / 256);
    Bins scale = Bins.around(values, count, stride, counts.length);
    kernel.bin(values, count, scale.scale(), scale.bias(), bins, counts.length);
    Arrays.fill(counts, 0);
    int mask = counts.length - 1;
    for (int x = 0; x < count; x++) {
      counts[bins[x] & mask]++;
    }
    int bin = 0;
    int before = 0;
    while (before + counts[bin] <= rank) {
      before += counts[bin++];
    }
    int found = 0;
    for (int x = 0; x < count; x++) {
      if (bins[x] == bin) {
        keys[found++] = Keys.of(values[x], candidates[x]);
      }
    }
    return Keys.select(keys, found, rank - before);
  }

  private long selectAll(int[] candidates, int count, int rank) {
    for (int x = 0; x < count; x++) {
      keys[x] = Keys.of(values[x], candidates[x]);
    }
    return Keys.select(keys, count, rank);
  }
}
