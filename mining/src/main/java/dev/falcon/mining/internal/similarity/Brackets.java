package dev.falcon.mining.internal.similarity;

import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Keys;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.Selector;
import java.util.Arrays;

/**
 * A compact form of S that is kept once every row's quantile is known: the candidates in a narrow
 * bracket around that quantile, and one bit for each that lies below it.
 *
 * <p>A rank among U is then a count of bits and a selection among a few keys, exact without S:
 * about |M|/8 bytes and 5 % of the row's keys instead of 4·|M| bytes. If U has changed so much that
 * the rank has left the bracket, {@code fallback} computes the answer.
 */
public final class Brackets {
  /** Half-width of a bracket, in quantiles of the whole row. */
  static final double REACH = 0.02;

  // Chosen samples leave U. If the more similar half is chosen, the rest is less similar than the
  // row, and a rank among it is lower in the row: by about 0.02 at q = 0.9 once a quarter is left,
  // less towards the middle and the ends.
  private static final double DRIFT = 0.2;

  // Wide enough for a hundred levels, so that the levels beside a chosen value are in its bracket.
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
   * For search spaces of one size in sequence: filling a row replaces its content, so that the
   * memory is allocated once.
   *
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

  /** Number of rows and columns. */
  public int size() {
    return size;
  }

  /** Approximate bytes of the brackets of such a space. */
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
     * Brackets one row without known quantiles, shifted a little towards the rank when few
     * candidates are left.
     *
     * @param row row i of S, +∞ on the diagonal
     * @param q the quantile that will be requested, of most other rows, too
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
     * @param quantiles holds the row's quantiles from {@code at}, ascending
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
   * The order statistics of whole rows that their brackets contain, one row at a time. Not
   * thread-safe.
   */
  final class Statistics {
    private long[] own = new long[0];
    private int count;
    private int first;
    private int lower;
    private int row;

    /**
     * Enters a row, and partitions its bracket at a value near which order statistics will be
     * requested: each is then found in one of two halves.
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
        // To both ends, and one of them counts: no branch would be predictable.
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
     * The value between a rank of the row, from 0, and the next one, or that of the last rank; NaN
     * if the bracket does not contain both.
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
      // The next one is the least of the rest.
      int behind = within + 1;
      float next = Keys.value(Keys.least(own, behind, behind < end ? end : count));
      return RowQuantiles.between(low, next, fraction);
    }
  }

  /** Number of candidates no more similar to the anchor than the max score. */
  public int atMostMaxScore(int anchor, Candidates candidates) {
    return candidates.size() - candidates.countIn(tooSimilar[anchor]);
  }

  /** Selects from the brackets of rows, and beyond them from the rows themselves. */
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
