// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import dev.falcon.mining.space.SpaceSimilarities;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.Truth;
import dev.falcon.training.internal.loop.batch.EpochLayout;
import dev.falcon.training.internal.loop.batch.VectorCache;
import dev.falcon.training.internal.policy.Scheduler;
import dev.falcon.training.internal.report.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Observes the same pairs after every epoch, as if they were a search space. It changes no state
 * and draws no random numbers, so a run is the same without it.
 */
final class EpochObserver {
  private static final double[] LEVELS = {0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1};
  private static final int MOST_PAIRS = 2048;
  private static final int ANCHORS = 6;

  private final TrainConfig config;
  private final PairData pairs;
  private final int[] rows;
  private final int[] anchors; // among the rows
  private final Integer[] matches; // of the anchors

  /**
   * @param truth empty if it is unknown
   */
  EpochObserver(TrainConfig config, PairData pairs, Optional<Truth> truth) {
    this.config = config;
    this.pairs = pairs;
    int all = pairs.rows();
    int batch = config.train().batchSize();
    EpochLayout first = new EpochLayout(all, all, batch, config.seed(), 0);
    // Pairs of the first epoch, so that all have vectors from then on.
    int seen = first.batches() * batch;
    int size = Math.min(Math.min(config.method().searchSpace(), MOST_PAIRS), seen);
    this.rows = Arrays.copyOf(first.rows(0), size);
    this.anchors = anchors();
    this.matches = new Integer[anchors.length];
    for (int i = 0; truth.isPresent() && i < anchors.length; i++) {
      int row = rows[anchors[i]];
      matches[i] =
          (int)
              IntStream.range(0, all)
                  .filter(other -> other != row && truth.get().matches(row, other))
                  .count();
    }
  }

  /** Returns the anchors, evenly spaced by rank from the shortest caption to the longest. */
  private int[] anchors() {
    List<Integer> order = new ArrayList<>(IntStream.range(0, rows.length).boxed().toList());
    order.sort(Comparator.comparingInt(place -> pairs.tokens(rows[place]).length));
    int count = Math.min(ANCHORS, rows.length);
    return IntStream.range(0, count)
        .map(i -> order.get(count == 1 ? 0 : i * (rows.length - 1) / (count - 1)))
        .toArray();
  }

  /**
   * Takes a snapshot.
   *
   * @param epoch the finished epoch
   * @param step the number of steps taken so far
   * @param cache the epoch's vectors, which must be readable
   * @param scheduler the scheduler whose distributions are recorded; empty for policies without
   *     learning
   */
  Snapshot observe(int epoch, long step, VectorCache cache, Optional<Scheduler> scheduler) {
    SpaceSimilarities similarities = new SpaceSimilarities(1);
    similarities.compute(cache.space(rows));
    double[][] read = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      read[i] = levels(similarities.row(i));
    }
    Optional<float[]> distributions =
        scheduler.map(
            known ->
                known.distributions(
                    similarities.features(config.scheduler().quantiles()), rows.length));
    List<Snapshot.Anchor> seen = new ArrayList<>();
    for (int i = 0; i < anchors.length; i++) {
      int place = anchors[i];
      seen.add(
          new Snapshot.Anchor(
              rows[place],
              pairs.key(rows[place]),
              pairs.caption(rows[place]),
              matches[i],
              read[place],
              distributions.map(shapes -> (double) shapes[2 * place]).orElse(null),
              distributions.map(shapes -> (double) shapes[2 * place + 1]).orElse(null)));
    }
    double[] mean = new double[LEVELS.length];
    double[] deviation = new double[LEVELS.length];
    for (int level = 0; level < LEVELS.length; level++) {
      double sum = 0;
      double squares = 0;
      for (double[] row : read) {
        sum += row[level];
        squares += row[level] * row[level];
      }
      mean[level] = sum / read.length;
      deviation[level] = Math.sqrt(Math.max(0, squares / read.length - mean[level] * mean[level]));
    }
    return new Snapshot(epoch, step, LEVELS, mean, deviation, seen);
  }

  /** Returns a row's values at the levels, by linear interpolation between its other members. */
  private static double[] levels(float[] row) {
    float[] sorted = row.clone();
    Arrays.sort(sorted); // the row's own place holds +infinity, which comes last
    int others = sorted.length - 1;
    double[] values = new double[LEVELS.length];
    for (int i = 0; i < values.length; i++) {
      double place = LEVELS[i] * (others - 1);
      int below = (int) place;
      int above = Math.min(others - 1, below + 1);
      values[i] = sorted[below] + (place - below) * (sorted[above] - (double) sorted[below]);
    }
    return values;
  }
}
