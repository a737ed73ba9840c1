// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.report;

import dev.falcon.data.report.Histogram;
import dev.falcon.data.report.LinePlot.Point;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Statistics of a plan's rows for its page.
 *
 * <p>Memory: 4,096 rows of the store at a time, and a few hundred numbers.
 */
final class PlanCounts {
  private static final int MOST_HARDEST = 12;
  private static final int STRETCHES = 20;
  private static final int ROWS_AT_ONCE = 4_096;
  private static final Comparator<Pair> HARDEST =
      Comparator.comparingDouble((Pair pair) -> -pair.similarity())
          .thenComparingLong(Pair::anchor)
          .thenComparingLong(Pair::chosen);

  private final EmbeddingStore store;
  private final Histogram similarities = new Histogram(-2, 2, "positives", "negatives");
  private final Histogram quantiles = new Histogram(0, 1);
  private final long[] counts = new long[STRETCHES];
  private final double[] sums = new double[STRETCHES];
  private final double[] squares = new double[STRETCHES];
  private final TreeSet<Pair> hardest = new TreeSet<>(HARDEST);
  private final Set<List<Long>> shown = new HashSet<>();
  private final ShownBatches batches;

  /**
   * An anchor and its chosen sample.
   *
   * @param anchor the anchor's row of the store
   * @param chosen the chosen sample's row of the store
   * @param similarity S of both, in [-2, 2]
   * @param rank the sample's rank among the candidates, from 0 for the least similar
   * @param candidates the number of candidates
   */
  record Pair(long anchor, long chosen, float similarity, int rank, int candidates) {}

  private PlanCounts(EmbeddingStore store, long seed) {
    this.store = store;
    this.batches = new ShownBatches(seed);
  }

  /**
   * Counts a plan's rows.
   *
   * @param seed the seed of the draw of the batch to show
   */
  static PlanCounts of(Path plan, EmbeddingStore store, long seed) {
    PlanCounts counts = new PlanCounts(store, seed);
    int[] anchors = new int[ROWS_AT_ONCE];
    int waiting = 0;
    try (TableReader table = TableReader.open(plan)) {
      int index = table.column(ColumnType.INT64, "index");
      int anchor = table.column(ColumnType.INT64, "anchor_index");
      int quantile = table.column(ColumnType.FLOAT32, "quantile");
      int rank = table.column(ColumnType.INT32, "rank");
      int candidates = table.column(ColumnType.INT32, "candidates");
      int similarity = table.column(ColumnType.FLOAT32, "similarity");
      int epoch = table.column(ColumnType.INT32, "epoch");
      int space = table.column(ColumnType.INT32, "search_space");
      int batch = table.column(ColumnType.INT32, "batch");
      while (table.next()) {
        boolean chosen = !table.isNull(anchor);
        counts.batches.add(
            new ShownBatches.Name(table.getInt(epoch), table.getInt(space), table.getInt(batch)),
            new ShownBatches.Member(
                table.getLong(index),
                chosen ? Optional.of(table.getLong(anchor)) : Optional.empty(),
                chosen ? table.getFloat(similarity) : Float.NaN));
        if (!chosen) {
          continue;
        }
        Pair pair =
            new Pair(
                table.getLong(anchor),
                table.getLong(index),
                table.getFloat(similarity),
                table.getInt(rank),
                table.getInt(candidates));
        counts.add(pair, table.getFloat(quantile));
        anchors[waiting++] = Math.toIntExact(pair.anchor());
        if (waiting == ROWS_AT_ONCE) {
          counts.addPositives(anchors, waiting);
          waiting = 0;
        }
      }
    }
    counts.batches.end();
    counts.addPositives(anchors, waiting);
    return counts;
  }

  private void add(Pair pair, float asked) {
    double taken = pair.candidates() > 1 ? pair.rank() / (pair.candidates() - 1.0) : 1;
    similarities.add("negatives", pair.similarity());
    quantiles.add("asked", asked);
    quantiles.add("taken among candidates", taken);
    int stretch = Math.min(STRETCHES - 1, (int) (taken * STRETCHES));
    counts[stretch]++;
    sums[stretch] += pair.similarity();
    squares[stretch] += (double) pair.similarity() * pair.similarity();
    List<Long> both =
        List.of(Math.min(pair.anchor(), pair.chosen()), Math.max(pair.anchor(), pair.chosen()));
    boolean better = hardest.size() < MOST_HARDEST || HARDEST.compare(pair, hardest.last()) < 0;
    if (better && shown.add(both)) {
      hardest.add(pair);
      if (hardest.size() > MOST_HARDEST) {
        Pair last = hardest.pollLast();
        shown.remove(
            List.of(
                Math.min(last.anchor(), last.chosen()), Math.max(last.anchor(), last.chosen())));
      }
    }
  }

  private void addPositives(int[] anchors, int count) {
    int dimension = store.dimension();
    int length = store.imageLength();
    float[] image = new float[count * length];
    float[] text = new float[count * dimension];
    store.readRows(anchors, 0, count, image, text);
    for (int i = 0; i < count; i++) {
      double highest = Double.NEGATIVE_INFINITY;
      for (int from = i * length; from < (i + 1) * length; from += dimension) {
        double dot = 0;
        for (int k = 0; k < dimension; k++) {
          dot += (double) image[from + k] * text[i * dimension + k];
        }
        highest = Math.max(highest, dot);
      }
      similarities.add("positives", 2 * highest);
    }
  }

  Histogram similarities() {
    return similarities;
  }

  Histogram quantiles() {
    return quantiles;
  }

  /**
   * Returns the mean S of the negatives, ± one standard deviation, by bins of the quantile taken.
   */
  List<Point> byQuantile() {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < STRETCHES; i++) {
      if (counts[i] > 0) {
        double mean = sums[i] / counts[i];
        double deviation = Math.sqrt(Math.max(0, squares[i] / counts[i] - mean * mean));
        points.add(new Point((i + 0.5) / STRETCHES, mean, mean - deviation, mean + deviation));
      }
    }
    return points;
  }

  /** Returns the ends of the axis of {@link #byQuantile}. */
  List<Double> ends() {
    List<Double> ends = new ArrayList<>();
    byQuantile().forEach(point -> ends.addAll(List.of(point.low(), point.high())));
    return ends;
  }

  /** Returns the batches to show as a whole. */
  ShownBatches batches() {
    return batches;
  }

  /** Returns the most similar pairs, each once. */
  List<Pair> hardest() {
    return List.copyOf(hardest);
  }
}
