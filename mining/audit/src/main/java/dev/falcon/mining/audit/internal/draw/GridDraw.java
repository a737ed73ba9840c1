// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.mining.algorithm.BatchComposer;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.Selector;
import dev.falcon.mining.audit.internal.draw.AuditPairs.Sampled;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.audit.request.Direction;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.audit.request.Stratum;
import dev.falcon.mining.shuffle.SearchSpaces;
import dev.falcon.mining.shuffle.Shuffles;
import dev.falcon.mining.shuffle.SpaceLayout;
import dev.falcon.mining.space.SpaceSimilarities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Draws anchors of a store, and for each the candidate at every quantile of similarity in its
 * search space. All quantiles share the anchors, so that their rates differ only by hardness. A
 * pair is the first step of a chain, before any candidate has been taken.
 */
final class GridDraw {
  private final AuditTarget.Quantiles grid;
  private final Items items;
  private final ItemVectors rows;
  private final AuditOptions options;
  private final Progress progress;

  public GridDraw(
      AuditTarget.Quantiles grid,
      Items items,
      ItemVectors rows,
      AuditOptions options,
      Progress progress) {
    this.grid = grid;
    this.items = items;
    this.rows = rows;
    this.options = options;
    this.progress = progress;
  }

  Sampled draw() {
    EmbeddingStore store = rows.store();
    Set<Long> rejected = new HashSet<>(StoreCheck.run(store, progress).rejectedRows());
    int[] usable =
        IntStream.range(0, Math.toIntExact(store.rows()))
            .filter(row -> !rejected.contains((long) row))
            .toArray();
    if (usable.length < 2) {
      throw new FalconException(
          store.folder() + ": has fewer than 2 usable rows, so no sample has a negative");
    }
    SearchSpaces spaces =
        new SearchSpaces(
            SpaceLayout.of(usable.length, grid.searchSpace()),
            Shuffles.of(usable.length, options.seed(), 0),
            rank -> usable[(int) rank]);
    List<AuditPairs> byLevel = new ArrayList<>();
    grid.levels().forEach(level -> byLevel.add(new AuditPairs()));
    Budget budget = budget(usable.length);
    long anchorsLeft = budget.drawn()[0];
    long rowsLeft = usable.length;
    try (Progress.Task task = progress.begin("drawing candidates", usable.length, "samples")) {
      for (int space = 0; space < spaces.count(); space++) {
        int[] members = Arrays.stream(spaces.rows(space)).mapToInt(Math::toIntExact).toArray();
        // Anchors are distributed over the spaces in proportion to their rows.
        int count = (int) (anchorsLeft * members.length / rowsLeft);
        anchorsLeft -= count;
        rowsLeft -= members.length;
        if (members.length > 1) {
          drawSpace(space, members, Math.min(count, members.length), byLevel);
        }
        task.advance(members.length);
      }
    }
    return drawn(byLevel, usable.length, budget.needed());
  }

  private Budget budget(int usable) {
    long[] populations = new long[2 * grid.levels().size()];
    Arrays.fill(populations, usable);
    return Budget.of(populations, options);
  }

  private void drawSpace(int space, int[] members, int count, List<AuditPairs> byLevel) {
    if (count == 0) {
      return;
    }
    SpaceSimilarities similarities =
        new SpaceSimilarities(Runtime.getRuntime().availableProcessors());
    similarities.compute(rows.vectors(members));
    Candidates candidates = new Candidates(members.length);
    Selector selector = similarities.selector(candidates);
    RandomStream random = RandomStream.of(options.seed(), "audit anchors", space);
    for (long drawn : StratumDraws.distinct(random, members.length, count)) {
      int anchor = (int) drawn;
      candidates.withhold(anchor);
      for (int level = 0; level < byLevel.size(); level++) {
        double quantile = grid.levels().get(level);
        int rank = BatchComposer.nearestRank(quantile, candidates.size());
        int candidate = selector.select(anchor, rank).index();
        byLevel
            .get(level)
            .add(
                new AuditPair(
                    0,
                    Direction.IMAGE_TO_TEXT,
                    rows.item(members[anchor], items),
                    rows.item(members[candidate], items),
                    (float) quantile));
      }
      candidates.restore(anchor);
    }
  }

  private Sampled drawn(List<AuditPairs> byLevel, long population, Long needed) {
    List<Stratum> strata = new ArrayList<>();
    AuditPairs pairs = new AuditPairs();
    for (int level = 0; level < byLevel.size(); level++) {
      for (Direction direction : List.of(Direction.IMAGE_TO_TEXT, Direction.TEXT_TO_IMAGE)) {
        int number = strata.size();
        for (AuditPair pair : byLevel.get(level)) {
          pairs.add(
              new AuditPair(number, direction, pair.anchor(), pair.candidate(), pair.quantile()));
        }
        strata.add(
            new Stratum(
                PairKind.QUANTILE,
                direction,
                grid.levels().get(level),
                population,
                byLevel.get(level).size(),
                null,
                null));
      }
    }
    return new Sampled(strata, pairs, needed);
  }
}
