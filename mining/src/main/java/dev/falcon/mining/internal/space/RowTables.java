package dev.falcon.mining.internal.space;

import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.internal.similarity.Brackets;
import dev.falcon.mining.internal.similarity.RowBlocks;
import dev.falcon.mining.internal.similarity.RowLevels;
import dev.falcon.mining.internal.similarity.RowQuantiles;
import dev.falcon.mining.shuffle.MiningUnit;
import java.util.Optional;

/**
 * What is known of every row of a search space before batches are composed: its q, its bracket, and
 * all its quantiles where the policy reads them. A policy that does not is spared them: where a
 * chosen negative lies among them is told afterwards, from the bracket.
 */
final class RowTables {
  private final Kernel kernel;
  private final Brackets brackets;
  private final RowBlocks rows;
  private final QuantileSource source;
  private final int levels;
  private final float[] quantiles;
  private final double[] asked;

  /**
   * Tables of a space, still empty.
   *
   * @param brackets to be filled
   * @param source of every row's q
   * @param levels m
   */
  RowTables(Kernel kernel, Brackets brackets, RowBlocks rows, QuantileSource source, int levels) {
    this.kernel = kernel;
    this.brackets = brackets;
    this.rows = rows;
    this.source = source;
    this.levels = levels;
    this.quantiles = new float[source.readsLevels() ? brackets.size() * levels : 0];
    this.asked = new double[brackets.size()];
  }

  /** Every row's q, [size]. */
  double[] asked() {
    return asked;
  }

  /** Every row's quantiles [size x m], or none where the policy does not read them. */
  float[] quantiles() {
    return quantiles;
  }

  /** One thread's reader of rows of S, which fills the tables. */
  RowBlocks.Viewer reader(MiningUnit unit, RankWindow window) {
    return new Reader(unit, window);
  }

  /** One thread's means to tell, once all batches are composed, where chosen values lie. */
  LevelOf levelOf() {
    return source.readsLevels()
        ? (row, value) -> RowQuantiles.levelOf(value, quantiles, row * levels, levels)
        : new RowLevels(kernel, brackets, rows, levels)::of;
  }

  /** Where a value of a row lies among the row's quantiles, in [0, 1]. */
  @FunctionalInterface
  interface LevelOf {
    /** Of one row and value. */
    float of(int row, float value);
  }

  private final class Reader implements RowBlocks.Viewer {
    private final MiningUnit unit;
    private final RankWindow window;
    private final Optional<RowQuantiles> rowQuantiles;
    private final Brackets.Filler filler = brackets.new Filler();

    private Reader(MiningUnit unit, RankWindow window) {
      this.unit = unit;
      this.window = window;
      this.rowQuantiles =
          source.readsLevels()
              ? Optional.of(new RowQuantiles(kernel, brackets.size(), levels))
              : Optional.empty();
    }

    @Override
    public void view(int firstRow, float[][] block, int count) {
      int at = source.readsLevels() ? firstRow * levels : 0;
      for (int r = 0; rowQuantiles.isPresent() && r < count; r++) {
        rowQuantiles.get().of(block[r], quantiles, at + r * levels);
      }
      source.quantiles(unit, firstRow, count, quantiles, at, levels, asked);
      for (int r = 0; r < count; r++) {
        double q = asked[firstRow + r];
        if (source.readsLevels()) {
          filler.fill(firstRow + r, block[r], quantiles, at + r * levels, levels, q);
        } else {
          filler.fill(firstRow + r, block[r], q);
        }
        if (!window.anyScore()) {
          rows.decider().settle(firstRow + r, block[r], window.maxScore());
          filler.splitAt(firstRow + r, block[r], window.maxScore());
        }
      }
    }
  }
}
