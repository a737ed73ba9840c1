// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import dev.falcon.kernels.Kernel;

/**
 * Finds the quantiles of the chosen values within their rows, with the same bits as {@link
 * RowQuantiles} but without computing all quantiles. The two quantiles between which a value lies
 * are usually in the bracket from which the value came. Otherwise the row is bracketed again around
 * the value, so the brackets must no longer be needed. Not thread-safe; an anchor must be used by
 * one thread only.
 */
public final class RowLevels {
  private final Kernel kernel;
  private final Brackets.Filler filler;
  private final Brackets.Statistics bracket;
  private final int values;
  private final int levels;
  private final float[] quantiles;
  private RowQuantiles rowQuantiles; // rarely needed, and large

  /**
   * Creates a reader for a mined search space.
   *
   * @param brackets the brackets of its rows
   * @param levels m, the number of quantiles of a row
   */
  public RowLevels(Kernel kernel, Brackets brackets, int levels) {
    this.kernel = kernel;
    this.filler = brackets.new Filler();
    this.bracket = brackets.new Statistics();
    this.values = brackets.size() - 1;
    this.levels = levels;
    this.quantiles = new float[levels];
  }

  /**
   * Returns the quantile of a value within an anchor's row, in [0, 1].
   *
   * @param row the anchor's row of S, +∞ at the anchor
   */
  public float of(int anchor, float value, float[] row) {
    int rank = kernel.countBelow(row, row.length, value);
    filler.fillAround(anchor, row, (double) rank / Math.max(1, values - 1));
    float level = fromBracket(anchor, value);
    if (!Float.isNaN(level)) {
      return level;
    }
    // If there are few levels, they are far apart; with ties, the next one may be at any distance.
    if (rowQuantiles == null) {
      rowQuantiles = new RowQuantiles(kernel, values + 1, levels);
    }
    rowQuantiles.of(row, quantiles, 0);
    return RowQuantiles.levelOf(value, quantiles, 0, levels);
  }

  /** Returns the same as {@link #of}, without the row; NaN if the bracket does not suffice. */
  public float fromBracket(int anchor, float value) {
    int rank = bracket.load(anchor, value);
    int level = (int) Math.min(levels - 2, (long) rank * (levels - 1) / Math.max(1, values - 1));
    float from = quantile(level);
    float to = quantile(level + 1);
    // The level is that of the rank; ties and the rounding of positions may shift it slightly.
    while (level < levels - 2 && to <= value) {
      level++;
      from = to;
      to = quantile(level + 1);
    }
    while (level > 0 && from > value) {
      level--;
      to = from;
      from = quantile(level);
    }
    // A comparison with NaN ends both loops, and the sum is NaN if a value is missing.
    return Float.isNaN(from + to)
        ? Float.NaN
        : RowQuantiles.levelOf(value, level, from, to, levels);
  }

  /** Returns the quantile of a level; NaN if an order statistic is outside the bracket. */
  private float quantile(int level) {
    double position = RowQuantiles.position(level, levels, values);
    int rank = (int) position;
    return bracket.between(rank, values - 1, (float) (position - rank));
  }
}
