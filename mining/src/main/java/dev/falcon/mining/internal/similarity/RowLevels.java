package dev.falcon.mining.internal.similarity;

import dev.falcon.mining.internal.certificate.Decider;
import dev.falcon.mining.internal.kernel.Kernel;

/**
 * Where the chosen values lie among the quantiles of their rows, to the bit as {@link RowQuantiles}
 * would have it, without those quantiles: the two that a value lies between are as a rule in the
 * bracket that it came from. Where they are not, the row is bracketed anew, around the value, so
 * brackets must have served their purpose. One object serves one thread, and one thread an anchor.
 */
public final class RowLevels {
  private final Kernel kernel;
  private final Brackets.Filler filler;
  private final Brackets.Statistics bracket;
  private final Decider decider;
  private final int values;
  private final int levels;
  private final float[] quantiles;
  private final float[] buffer;
  private RowQuantiles rowQuantiles; // rarely needed, and large

  /**
   * For a search space that is mined.
   *
   * @param brackets of its rows
   * @param decider between the rows' similarities
   * @param levels m
   */
  public RowLevels(Kernel kernel, Brackets brackets, Decider decider, int levels) {
    this.kernel = kernel;
    this.filler = brackets.new Filler();
    this.bracket = brackets.new Statistics(decider);
    this.decider = decider;
    this.values = brackets.size() - 1;
    this.levels = levels;
    this.quantiles = new float[levels];
    this.buffer = new float[brackets.size()];
  }

  /**
   * Where a value of an anchor's row lies among the row's quantiles, in [0, 1].
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
    // Few levels lie far apart, and ties may make the next one's distance any.
    if (rowQuantiles == null) {
      rowQuantiles = new RowQuantiles(kernel, values + 1, levels);
    }
    rowQuantiles.of(decider.whole(anchor, row, buffer), quantiles, 0);
    return RowQuantiles.levelOf(value, quantiles, 0, levels);
  }

  /** As {@link #of} without the row; NaN where the bracket does not hold what it takes. */
  public float fromBracket(int anchor, float value) {
    int rank = bracket.load(anchor, value);
    int level = (int) Math.min(levels - 2, (long) rank * (levels - 1) / Math.max(1, values - 1));
    float from = quantile(level);
    float to = quantile(level + 1);
    // The level is that of the rank; ties and the rounding of positions may move it by some.
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
    // A comparison with NaN ends both loops, and what is missing shows in the sum.
    return Float.isNaN(from + to)
        ? Float.NaN
        : RowQuantiles.levelOf(value, level, from, to, levels);
  }

  /** NaN where an order statistic lies outside the bracket. */
  private float quantile(int level) {
    double position = RowQuantiles.position(level, levels, values);
    int rank = (int) position;
    return bracket.between(rank, values - 1, (float) (position - rank));
  }
}
