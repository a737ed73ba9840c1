package dev.falcon.mining.internal.space;

import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Keys;
import dev.falcon.kernels.Parallel;
import dev.falcon.kernels.ProductViewer;
import dev.falcon.mining.algorithm.BatchComposer;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.internal.similarity.CompactRows;
import dev.falcon.mining.internal.similarity.DenseRows;
import dev.falcon.mining.internal.similarity.RankSelector;
import dev.falcon.mining.internal.similarity.RowBlocks;
import dev.falcon.mining.internal.similarity.RowQuantiles;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.space.SuspectedMatches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Mines a list of negatives for every sample of a search space: the k candidates whose ranks are
 * nearest to the policy's quantile. A candidate may be in several lists, so the order of the
 * anchors does not matter.
 */
public final class NegativesMiner implements SpaceWork {
  private final Kernel kernel;
  private final int count;
  private final int levels;
  private final RankWindow window;
  private final Optional<PositiveMargin> margin;
  private final QuantileSource source;
  private final Parallel parallel;
  private final DenseRows dense;

  /**
   * Creates a miner of lists.
   *
   * @param count k, the number of negatives per anchor, at least 1
   * @param compact whether S is not stored
   */
  public NegativesMiner(
      Kernel kernel,
      int count,
      int levels,
      RankWindow window,
      Optional<PositiveMargin> margin,
      QuantileSource source,
      Parallel parallel,
      boolean compact) {
    this.kernel = kernel;
    this.count = count;
    this.levels = levels;
    this.window = window;
    this.margin = margin;
    this.source = source;
    this.parallel = parallel;
    this.dense = compact ? null : new DenseRows(kernel);
  }

  /** Returns the bytes of the lists of a space of this size. */
  public static long bytes(int size, int count) {
    return 60L * size * Math.min(count, size);
  }

  @Override
  public MinedSpace mine(
      MiningUnit unit, long[] rows, SpaceVectors vectors, List<Conflicts> known) {
    int size = rows.length;
    List<Conflicts> conflicts = new ArrayList<>(known);
    RowBlocks blocks = blocks(vectors, conflicts);
    Found found = new Found(size, conflicts.size());
    if (size > 1) {
      blocks.forEach(parallel, () -> new Reader(unit, vectors, conflicts, found));
    }
    return found.collect(rows, conflicts);
  }

  /**
   * Returns the rows of S. The pairs that the margin suspects are added to the conflicts before any
   * row is processed.
   */
  private RowBlocks blocks(SpaceVectors vectors, List<Conflicts> conflicts) {
    if (dense == null) {
      margin.ifPresent(
          bound -> conflicts.add(SuspectedMatches.of(vectors, bound, kernel, parallel)));
      return new CompactRows(kernel, vectors, ProductViewer.NONE);
    }
    Optional<SuspectedMatches> suspected =
        margin.map(bound -> new SuspectedMatches(vectors, bound, kernel));
    suspected.ifPresent(conflicts::add);
    dense.compute(
        vectors, parallel, suspected.<ProductViewer>map(found -> found).orElse(ProductViewer.NONE));
    return dense;
  }

  /** The results of all rows; those of a row begin at entry row·k. */
  private final class Found {
    private final int[] counts;
    private final long[] keys;
    private final int[] ranks;
    private final int[] candidates;
    private final double[] asked;
    private final float[] positives;
    private final float[] inSpace;
    private final AtomicLongArray withheld;

    private Found(int size, int kinds) {
      counts = new int[size];
      keys = new long[Math.multiplyExact(size, count)];
      ranks = new int[keys.length];
      candidates = new int[size];
      asked = new double[size];
      positives = new float[size];
      inSpace = new float[keys.length];
      withheld = new AtomicLongArray(kinds);
    }

    private MinedSpace collect(long[] rows, List<Conflicts> conflicts) {
      int total = Arrays.stream(counts).sum();
      MinedSpace space = MinedSpace.allocate(counts, total, reasons(conflicts));
      int at = 0;
      for (int i = 0; i < rows.length; i++) {
        for (int x = i * count; x < i * count + counts[i]; x++, at++) {
          space.rows()[at] = rows[Keys.index(keys[x])];
          space.anchors()[at] = rows[i];
          space.quantiles()[at] = (float) asked[i];
          space.ranks()[at] = ranks[x];
          space.candidates()[at] = candidates[i];
          space.similarities()[at] = Keys.value(keys[x]);
          space.positives()[at] = positives[i];
          space.quantilesInSpace()[at] = inSpace[x];
        }
      }
      return space;
    }

    private Map<String, Long> reasons(List<Conflicts> conflicts) {
      Map<String, Long> reasons = new TreeMap<>();
      for (int kind = 0; kind < conflicts.size(); kind++) {
        reasons.put(conflicts.get(kind).reason(), withheld.get(kind));
      }
      return reasons;
    }
  }

  /** One thread's processing of rows of S. */
  private final class Reader implements RowBlocks.Viewer {
    private final MiningUnit unit;
    private final SpaceVectors vectors;
    private final List<Conflicts> conflicts;
    private final Found found;
    private final RowQuantiles rowQuantiles;
    private final RankSelector selector;
    private final float[] quantiles;
    private final int[] list;
    private final boolean[] left;

    private Reader(MiningUnit unit, SpaceVectors vectors, List<Conflicts> conflicts, Found found) {
      this.unit = unit;
      this.vectors = vectors;
      this.conflicts = conflicts;
      this.found = found;
      int size = vectors.rows();
      rowQuantiles = new RowQuantiles(kernel, size, levels);
      selector = new RankSelector(kernel, size);
      quantiles = new float[Kernel.BLOCK * levels];
      list = new int[size];
      left = new boolean[size];
    }

    @Override
    public void view(int firstRow, float[][] rows, int blockRows) {
      for (int r = 0; r < blockRows; r++) {
        rowQuantiles.of(rows[r], quantiles, r * levels);
      }
      source.quantiles(unit, firstRow, blockRows, quantiles, 0, levels, found.asked);
      for (int r = 0; r < blockRows; r++) {
        choose(firstRow + r, rows[r], r * levels);
      }
    }

    private void choose(int i, float[] row, int at) {
      int size = candidates(i);
      int allowed = size;
      if (!window.anyScore()) {
        allowed = 0;
        for (int x = 0; x < size; x++) {
          allowed += row[list[x]] <= window.maxScore() ? 1 : 0;
        }
      }
      // Ranks are among the candidates up to the greatest score, as in sentence-transformers.
      int lowest = window.lowest(allowed);
      int end = window.end(allowed);
      int taken = Math.max(0, Math.min(count, end - lowest));
      found.counts[i] = taken;
      found.candidates[i] = size;
      found.positives[i] = vectors.similarity(i, i);
      if (taken == 0) {
        return;
      }
      // The k ranks around the quantile's, shifted into the window; the hardest comes first.
      int centre = lowest + BatchComposer.nearestRank(found.asked[i], end - lowest);
      int last = Math.min(end - 1, Math.max(lowest + taken - 1, centre + (taken - 1) / 2));
      for (int x = 0; x < taken; x++) {
        long key = selector.select(row, list, size, last - x);
        found.keys[i * count + x] = key;
        found.ranks[i * count + x] = last - x;
        found.inSpace[i * count + x] = RowQuantiles.levelOf(Keys.value(key), quantiles, at, levels);
      }
    }

    /** Lists all samples except the anchor and its conflicts; returns their number. */
    private int candidates(int i) {
      Arrays.fill(left, true);
      left[i] = false;
      for (int kind = 0; kind < conflicts.size(); kind++) {
        for (int other : conflicts.get(kind).with(i)) {
          if (left[other]) {
            left[other] = false;
            found.withheld.incrementAndGet(kind);
          }
        }
      }
      int size = 0;
      for (int j = 0; j < left.length; j++) {
        list[size] = j;
        size += left[j] ? 1 : 0;
      }
      return size;
    }
  }
}
