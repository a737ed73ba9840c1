// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Keys;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.Selector;
import java.util.Arrays;

/**
 * A compact form of S that suffices once every row's quantile is known: for each row, the keys of
 * the candidates in a narrow bracket around that quantile, and one bit for each candidate below the
 * bracket.
 *
 * <p>A rank among U is then found exactly, without S, by a count of bits and a selection among a
 * few keys. A row takes about |M|/8 bytes and 5 % of its keys instead of 4·|M| bytes. If U has
 * changed so much that the rank is outside the bracket, the answer is computed from the row itself.
 */
public final class Brackets {
  /** Half-width of a bracket, in quantiles of the whole row. */
  static final double REACH = 0.02;

  // Chosen samples leave U. If they are the more similar ones, the rest is less similar than the
  // whole row, and a rank among the rest is lower in the row: by about 0.02 at q = 0.9 once a
  // quarter is left, and by less towards the middle and the ends.
  private static final double DRIFT = 0.2;

  // Wide enough, with a hundred levels, for the levels on both sides of a chosen value.
  private static final double NEXT_LEVEL = 0.01;

  private final Kernel kernel;
  private final int size;
  private final long[][] below;
  private final long[][] keys;
  private final int[] counts;
  private final float[] lows;
  private final float[] highs;
  private final long[][] tooSimilar;

  /**
   * Creates brackets for search spaces of one size, one after the other. Filling a row replaces its
   * content, so that the memory is allocated once.
   *
   * @param size |M|
   * @param withMaxScore whether rows are also split at a max score
   */
  public Brackets(Kernel kernel, int size, boolean withMaxScore) {
    this.kernel = kernel;
    this.size = size;
    int words = (size + Long.SIZE - 1) / Long.SIZE;
    below = new long[size][words];
    keys = new long[size][0];
    counts = new int[size];
    lows = new float[size];
    highs = new float[size];
    tooSimilar = withMaxScore ? new long[size][words] : null;
  }

  /** Returns |M|, the number of rows and columns. */
  public int size() {
    return size;
  }

  /** Returns the approximate bytes of the brackets of a space with |M| = {@code size}. */
  public static long bytes(int size, int levels) {
    double width = 2 * (REACH + Math.max(NEXT_LEVEL + RowBounds.SLACK, 1.0 / (levels - 1)));
    return (long) size * size / 8 + (long) (9 * width * size * size);
  }

  /** One thread's workspace for filling rows. */
  public final class Filler {
    private final long[] found = new long[size];
    private final long[] ignored = new long[size];
    private final RowBounds bounds = new RowBounds(kernel);

    /**
     * Brackets one row without known quantiles; the bracket is shifted a little towards the rank
     * when few candidates are left.
     *
     * @param i the row's index
     * @param row row i of S, +∞ on the diagonal
     * @param q the quantile that will be requested of this row and of most others, in [0, 1]
     */
    public void fill(int i, float[] row, double q) {
      fillAround(i, row, q - DRIFT * q * (1 - q) * (2 * q - 1));
    }

    /** Brackets one row around a quantile. */
    void fillAround(int i, float[] row, double q) {
      double reach = (REACH + NEXT_LEVEL) * (size - 1);
      bounds.find(row, q * (size - 2) - reach, q * (size - 2) + reach);
      fill(i, row, bounds.low(), bounds.high());
    }

    /**
     * Brackets one row.
     *
     * @param row row i of S, +∞ on the diagonal
     * @param quantiles holds the row's m quantiles from {@code at}, ascending
     * @param levels m
     * @param q the quantile that will be requested
     */
    public void fill(int i, float[] row, float[] quantiles, int at, int levels, double q) {
      int lowLevel = (int) Math.floor((q - REACH) * (levels - 1));
      int highLevel = (int) Math.ceil((q + REACH) * (levels - 1));
      float low = lowLevel <= 0 ? Float.NEGATIVE_INFINITY : quantiles[at + lowLevel];
      float high = highLevel >= levels - 1 ? Float.MAX_VALUE : quantiles[at + highLevel];
      fill(i, row, low, high);
    }

    private void fill(int i, float[] row, float low, float high) {
      int count = kernel.split(row, size, low, high, below[i], found);
      if (keys[i].length < count) {
        keys[i] = new long[count + count / 8];
      }
      System.arraycopy(found, 0, keys[i], 0, count);
      counts[i] = count;
      lows[i] = low;
      highs[i] = high;
    }

    /** Records which candidates of a row are more similar than the max score. */
    public void splitAt(int i, float[] row, float maxScore) {
      kernel.split(
          row, size, Math.nextUp(maxScore), Float.NEGATIVE_INFINITY, tooSimilar[i], ignored);
      for (int w = 0; w < tooSimilar[i].length; w++) {
        tooSimilar[i][w] = ~tooSimilar[i][w];
      }
    }
  }

  /**
   * The order statistics of whole rows, as far as their brackets contain them, one row at a time.
   * Not thread-safe.
   */
  final class Statistics {
    private long[] own = new long[0];
    private int count;
    private int first;
    private int lower;
    private int row;

    /**
     * Loads a row, and partitions its bracket at a value near which order statistics will be
     * requested, so that each is found in one of two halves.
     *
     * @return number of the row's values known to be below the given one
     */
    int load(int newRow, float value) {
      row = newRow;
      count = counts[row];
      own = own.length < count ? new long[count] : own;
      first = 0;
      for (long word : below[row]) {
        first += Long.bitCount(word);
      }
      lower = 0;
      int upper = count;
      long least = Keys.of(value, 0);
      for (int x = 0; x < count; x++) {
        // Written to both ends, of which one counts, since a branch would not be predictable.
        long key = keys[row][x];
        own[lower] = key;
        own[upper - 1] = key;
        int less = key < least ? 1 : 0;
        lower += less;
        upper -= 1 - less;
      }
      return first + lower;
    }

    /**
     * Returns the value at a fraction between a rank of the row, from 0, and the next rank, or the
     * value of the last rank; NaN if the bracket does not contain both.
     */
    float between(int rank, int last, float fraction) {
      int within = rank - first;
      if (within < 0 || within + Math.min(1, last - rank) >= count) {
        return Float.NaN;
      }
      int end = within < lower ? lower : count;
      float low = Keys.value(Keys.select(own, within < lower ? 0 : lower, end, within));
      if (rank == last) {
        return RowQuantiles.between(low, low, fraction);
      }
      // The next value is the least of the rest.
      int behind = within + 1;
      float next = Keys.value(Keys.least(own, behind, behind < end ? end : count));
      return RowQuantiles.between(low, next, fraction);
    }
  }

  /** Returns the number of candidates no more similar to the anchor than the max score. */
  public int atMostMaxScore(int anchor, Candidates candidates) {
    return candidates.size() - candidates.countIn(tooSimilar[anchor]);
  }

  /**
   * Returns a selector that uses the brackets of rows and, for ranks outside them, the rows
   * themselves.
   */
  public Selector selector(Candidates candidates, RowBlocks rows) {
    Selector fallback = rows.selector(candidates);
    long[] left = new long[Arrays.stream(counts).max().orElse(0)];
    return (anchor, rank) -> {
      int within = rank - candidates.countIn(below[anchor]);
      if (within >= 0) {
        int count = 0;
        long[] own = keys[anchor];
        for (int x = 0; x < counts[anchor]; x++) {
          left[count] = own[x];
          count += candidates.contains(Keys.index(own[x])) ? 1 : 0;
        }
        if (within < count) {
          long key = Keys.select(left, count, within);
          return new Selector.Choice(Keys.index(key), Keys.value(key));
        }
      }
      return fallback.select(anchor, rank);
    };
  }
}
