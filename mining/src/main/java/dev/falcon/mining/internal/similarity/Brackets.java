package dev.falcon.mining.internal.similarity;

import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.Selector;
import dev.falcon.mining.internal.certificate.Decider;
import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.internal.kernel.Keys;
import java.util.Arrays;

/**
 * What remains of every row of S once its quantile is known: the candidates in a narrow bracket
 * around that quantile, and one bit for each that lies below it.
 *
 * <p>A rank among U is then a count of bits and a selection among a few keys, exact without S:
 * about |M|/8 bytes and 5 % of the row's keys in place of 4·|M| bytes. Where U has changed so much
 * that the rank has left the bracket, {@code fallback} answers.
 */
public final class Brackets {
  /** How far a bracket reaches to either side, in quantiles of the whole row. */
  static final double REACH = 0.02;

  // What is chosen leaves U. Where the more similar half is asked for, what stays behind is less
  // similar than the row, and a rank among it lies lower in the row: by about 0.02 at q = 0.9 once
  // a
  // quarter is left, less towards the middle and the ends.
  private static final double DRIFT = 0.2;

  // As far as a hundred levels are apart, so that the levels beside a chosen value are in its
  // bracket.
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
   * For search spaces of one size, one after the other: filling a row replaces what was there, so
   * that the memory is taken once.
   *
   * @param withMaxScore whether rows will be split at a max score, too
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

  /** How many rows and columns. */
  public int size() {
    return size;
  }

  /** Bytes that the brackets of such a space take, about. */
  public static long bytes(int size, int levels) {
    double width = 2 * (REACH + Math.max(NEXT_LEVEL + RowBounds.SLACK, 1.0 / (levels - 1)));
    return (long) size * size / 8 + (long) (9 * width * size * size);
  }

  /** What one thread needs to fill rows in. */
  public final class Filler {
    private final long[] found = new long[size];
    private final long[] ignored = new long[size];
    private final RowBounds bounds = new RowBounds(kernel);

    /**
     * Brackets one row of which no quantiles are known, a little towards where the rank will lie
     * when few candidates are left.
     *
     * @param row row i of S, +∞ on the diagonal
     * @param q the quantile that will be asked for, of most other rows, too
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
     * @param q the quantile that will be asked for
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

    /** Notes which candidates of a row are more similar than the max score. */
    public void splitAt(int i, float[] row, float maxScore) {
      kernel.split(
          row, size, Math.nextUp(maxScore), Float.NEGATIVE_INFINITY, tooSimilar[i], ignored);
      for (int w = 0; w < tooSimilar[i].length; w++) {
        tooSimilar[i][w] = ~tooSimilar[i][w];
      }
    }
  }

  /**
   * The order statistics of whole rows that their brackets hold, one row at a time. One object
   * serves one thread.
   */
  final class Statistics {
    private final Decider decider;
    private long[] own = new long[0];
    private int count;
    private int first;
    private int lower;
    private int row;

    Statistics(Decider decider) {
      this.decider = decider;
    }

    /**
     * Turns to a row, and divides what its bracket holds at a value near which order statistics
     * will be asked for: each is then found in one of two halves.
     *
     * @return how many of the row's values are known to be below the given one
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
        // To both ends, and one of them counts: no branch would be foreseen.
        long key = decider.beside(row, keys[row][x], value);
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
     * where the bracket does not hold both.
     */
    float between(int rank, int last, float fraction) {
      int within = rank - first;
      if (within < 0 || within + Math.min(1, last - rank) >= count) {
        return Float.NaN;
      }
      int end = within < lower ? lower : count;
      float low = Keys.value(decider.select(row, own, within < lower ? 0 : lower, end, within));
      if (!decider.inside(low, lows[row], highs[row])) {
        return Float.NaN;
      }
      if (rank == last) {
        return RowQuantiles.between(low, low, fraction);
      }
      // The next one is the least of those behind.
      int behind = within + 1;
      float next = Keys.value(decider.least(row, own, behind, behind < end ? end : count));
      return decider.inside(next, lows[row], highs[row])
          ? RowQuantiles.between(low, next, fraction)
          : Float.NaN;
    }
  }

  /** How many candidates are no more similar to the anchor than the max score. */
  public int atMostMaxScore(int anchor, Candidates candidates) {
    return candidates.size() - candidates.countIn(tooSimilar[anchor]);
  }

  /** Answers from the brackets of rows, and where they do not reach, from the rows themselves. */
  public Selector selector(Candidates candidates, RowBlocks rows) {
    Selector fallback = rows.selector(candidates);
    Decider decider = rows.decider();
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
          long key = decider.select(anchor, left, 0, count, within);
          float similarity = Keys.value(key);
          if (decider.inside(similarity, lows[anchor], highs[anchor])) {
            return new Selector.Choice(Keys.index(key), similarity);
          }
        }
      }
      return fallback.select(anchor, rank);
    };
  }
}
