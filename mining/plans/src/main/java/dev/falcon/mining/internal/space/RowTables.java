// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.space;

import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.internal.similarity.Brackets;
import dev.falcon.mining.internal.similarity.RowBlocks;
import dev.falcon.mining.internal.similarity.RowLevels;
import dev.falcon.mining.internal.similarity.RowQuantiles;
import dev.falcon.mining.shuffle.MiningUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The data of each row of a search space before batches are composed: q, the bracket and, if the
 * policy reads them, all quantiles. If it does not, the position of a chosen negative among the
 * quantiles is found later, from the bracket.
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
   * Creates empty tables of a space.
   *
   * @param brackets the brackets to fill
   * @param source the source of every row's q
   * @param levels m, the number of quantiles of a row
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

  /** Returns every row's q, [size]. */
  double[] asked() {
    return asked;
  }

  /** Returns every row's quantiles, [size x m]; an empty array if the policy does not read them. */
  float[] quantiles() {
    return quantiles;
  }

  /** Returns one thread's viewer of rows of S, which fills the tables. */
  RowBlocks.Viewer reader(MiningUnit unit, RankWindow window) {
    return new Reader(unit, window);
  }

  /**
   * Returns the positions of the chosen values among the quantiles of their anchors' rows, in [0,
   * 1]; NaN without an anchor. The brackets cannot be used afterwards.
   */
  List<float[]> levelsOf(List<ComposedBatch> batches, Parallel parallel) {
    float[][] found = new float[batches.size()][];
    parallel.forEach(
        found.length,
        () -> {
          LevelOf own =
              source.readsLevels()
                  ? (row, value) -> RowQuantiles.levelOf(value, quantiles, row * levels, levels)
                  : rowLevels()::fromBracket;
          return number -> found[number] = levelsOf(batches.get(number), own);
        });
    fillFromRows(batches, found, parallel);
    return Arrays.asList(found);
  }

  private static float[] levelsOf(ComposedBatch batch, LevelOf levels) {
    float[] found = new float[batch.size()];
    for (int x = 0; x < found.length; x++) {
      int anchor = batch.anchors()[x];
      found[x] = anchor < 0 ? Float.NaN : levels.of(anchor, batch.similarities()[x]);
    }
    return found;
  }

  /**
   * Finds the positions that brackets do not determine from the rows: many at once, since rows may
   * have to be computed.
   */
  private void fillFromRows(List<ComposedBatch> batches, float[][] found, Parallel parallel) {
    List<Place> missing = new ArrayList<>();
    for (int number = 0; number < found.length; number++) {
      for (int x = 0; x < found[number].length; x++) {
        if (Float.isNaN(found[number][x]) && batches.get(number).anchors()[x] >= 0) {
          missing.add(new Place(batches.get(number), x, found[number]));
        }
      }
    }
    rows.forEach(
        missing.stream().mapToInt(Place::anchor).toArray(),
        parallel,
        () -> {
          RowLevels own = rowLevels();
          return (first, block, count) -> {
            for (int r = 0; r < count; r++) {
              Place place = missing.get(first + r);
              place.levels[place.x] = own.of(place.anchor(), place.value(), block[r]);
            }
          };
        });
  }

  private RowLevels rowLevels() {
    return new RowLevels(kernel, brackets, levels);
  }

  /** A choice in a batch, and the array that receives its level. */
  private record Place(ComposedBatch batch, int x, float[] levels) {
    private int anchor() {
      return batch.anchors()[x];
    }

    private float value() {
      return batch.similarities()[x];
    }
  }

  /** Gives the position of a value of a row among the row's quantiles, in [0, 1]. */
  @FunctionalInterface
  private interface LevelOf {
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
          filler.splitAt(firstRow + r, block[r], window.maxScore());
        }
      }
    }
  }
}
