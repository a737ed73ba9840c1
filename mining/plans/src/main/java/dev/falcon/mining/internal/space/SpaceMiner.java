// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.space;

import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Parallel;
import dev.falcon.kernels.ProductViewer;
import dev.falcon.mining.algorithm.BatchComposer;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.Drawing;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.algorithm.Restrictions;
import dev.falcon.mining.algorithm.Selector;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.internal.similarity.Brackets;
import dev.falcon.mining.internal.similarity.CompactRows;
import dev.falcon.mining.internal.similarity.DenseRows;
import dev.falcon.mining.internal.similarity.RowBlocks;
import dev.falcon.mining.internal.space.MinedSpace.SpaceBatches;
import dev.falcon.mining.policy.Grouping;
import dev.falcon.mining.policy.GroupingSpace;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.policy.ScoreDraw;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.space.SuspectedMatches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Mines one search space: computes S, the quantiles of its rows and every row's q, and composes
 * batches until U is empty. The memory of S is reused between spaces, so an object mines one space
 * at a time.
 */
public final class SpaceMiner implements SpaceWork {
  private final Kernel kernel;
  private final SpaceOptions options;
  private final QuantileSource source;
  private final Parallel parallel;
  private final DenseRows dense;
  private Brackets brackets;

  /**
   * Creates a miner of spaces.
   *
   * @param compact whether S is not stored; changes speed and memory, not the result
   */
  public SpaceMiner(
      Kernel kernel,
      SpaceOptions options,
      QuantileSource source,
      Parallel parallel,
      boolean compact) {
    this.kernel = kernel;
    this.options = options;
    this.source = source;
    this.parallel = parallel;
    this.dense = compact ? null : new DenseRows(kernel);
  }

  /** The options that all spaces share. */
  public record SpaceOptions(
      long seed,
      int batchSize,
      int levels,
      QuantilePolicy policy,
      boolean keepRemainder,
      RankWindow window,
      Optional<PositiveMargin> margin,
      int runLength) {}

  @Override
  public MinedSpace mine(
      MiningUnit unit, long[] rows, SpaceVectors vectors, List<Conflicts> known) {
    return MinedSpace.of(batches(unit, vectors, known), rows);
  }

  /** Mines one space, in terms of its own indices. */
  public SpaceBatches batches(MiningUnit unit, SpaceVectors vectors, List<Conflicts> known) {
    int size = vectors.rows();
    Candidates candidates = new Candidates(size);
    List<Conflicts> conflicts = new ArrayList<>(known);
    if (!options.policy().chains() || size < 2) {
      options
          .margin()
          .ifPresent(
              margin -> conflicts.add(SuspectedMatches.of(vectors, margin, kernel, parallel)));
      Restrictions restrictions = Restrictions.of(conflicts);
      BatchComposer composer = new BatchComposer(candidates, restrictions);
      RandomStream random = firstSample(unit);
      return compose(
          vectors,
          composer,
          restrictions,
          SpaceMiner::noLevels,
          number -> composer.composeUniform(options.batchSize(), random));
    }
    // The margin reads the products while S is computed from them.
    Optional<SuspectedMatches> suspected =
        options.margin().map(margin -> new SuspectedMatches(vectors, margin, kernel));
    suspected.ifPresent(conflicts::add);
    ProductViewer viewer = suspected.<ProductViewer>map(found -> found).orElse(ProductViewer.NONE);
    if (options.policy() instanceof QuantilePolicy.Grouped grouped) {
      return grouped(grouped.grouping(), unit, vectors, viewer, conflicts);
    }
    RowBlocks rows =
        options.policy() instanceof QuantilePolicy.Drawn
            ? similarities(vectors, viewer)
            : rows(vectors, viewer);
    return chained(unit, vectors, rows, candidates, conflicts);
  }

  private SpaceBatches chained(
      MiningUnit unit,
      SpaceVectors vectors,
      RowBlocks rows,
      Candidates candidates,
      List<Conflicts> conflicts) {
    int size = vectors.rows();
    if (brackets == null || brackets.size() != size) {
      brackets = new Brackets(kernel, size, !options.window().anyScore());
    }
    Brackets current = brackets;
    RowTables tables = new RowTables(kernel, current, rows, source, options.levels());
    rows.forEach(parallel, () -> tables.reader(unit, options.window()));
    Restrictions restrictions =
        new Restrictions(
            conflicts, options.window(), anchor -> current.atMostMaxScore(anchor, candidates));
    Selector selector = current.selector(candidates, rows);
    BatchComposer composer =
        new BatchComposer(candidates, restrictions).withRunLength(options.runLength());
    return compose(unit, vectors, composer, selector, tables, restrictions);
  }

  private SpaceBatches grouped(
      Grouping grouping,
      MiningUnit unit,
      SpaceVectors vectors,
      ProductViewer viewer,
      List<Conflicts> conflicts) {
    DenseRows similarities = similarities(vectors, viewer);
    RandomStream random = RandomStream.of(options.seed(), "grouping", unit.epoch(), unit.space());
    int[] order = grouping.order(new GroupingSpace(vectors, similarities::row, conflicts), random);
    Restrictions restrictions = Restrictions.of(conflicts);
    BatchComposer composer = new BatchComposer(new Candidates(vectors.rows()), restrictions);
    return compose(
        vectors,
        composer,
        restrictions,
        SpaceMiner::noLevels,
        number -> composer.composeInOrder(options.batchSize(), order));
  }

  /** Returns all of S, for arbitrary access by groupings and draws. */
  private DenseRows similarities(SpaceVectors vectors, ProductViewer viewer) {
    if (dense == null) {
      throw new RequestException(
          options.policy()
              + " needs the similarities of a search space in memory; allow more memory, or make"
              + " the search spaces smaller");
    }
    dense.compute(vectors, parallel, viewer);
    return dense;
  }

  private Drawing drawing(QuantilePolicy.Drawn drawn, SpaceVectors vectors) {
    float[] own = new float[vectors.rows()];
    for (int i = 0; i < own.length; i++) {
      own[i] = vectors.similarity(i, i);
    }
    return new ScoreDraw(dense::row, own, ScoreDraw.SHARPNESS, drawn.offset());
  }

  private RowBlocks rows(SpaceVectors vectors, ProductViewer viewer) {
    if (dense == null) {
      return new CompactRows(kernel, vectors, viewer);
    }
    dense.compute(vectors, parallel, viewer);
    return dense;
  }

  private SpaceBatches compose(
      MiningUnit unit,
      SpaceVectors vectors,
      BatchComposer composer,
      Selector selector,
      RowTables tables,
      Restrictions restrictions) {
    RandomStream random = firstSample(unit);
    IntFunction<ComposedBatch> next;
    if (options.policy() instanceof QuantilePolicy.Drawn drawn) {
      Drawing drawing = drawing(drawn, vectors);
      next = number -> composer.composeDrawn(options.batchSize(), drawing, random);
    } else {
      next =
          number ->
              composer.compose(
                  options.batchSize(),
                  selector,
                  source.ofBatch(
                      unit, number, tables.asked(), tables.quantiles(), options.levels()),
                  random);
    }
    return compose(
        vectors, composer, restrictions, batches -> tables.levelsOf(batches, parallel), next);
  }

  private RandomStream firstSample(MiningUnit unit) {
    return RandomStream.of(options.seed(), "first-sample", unit.epoch(), unit.space());
  }

  private SpaceBatches compose(
      SpaceVectors vectors,
      BatchComposer composer,
      Restrictions restrictions,
      Function<List<ComposedBatch>, List<float[]>> levels,
      IntFunction<ComposedBatch> next) {
    List<ComposedBatch> batches = new ArrayList<>();
    List<float[]> positives = new ArrayList<>();
    while (composer.remaining() >= options.batchSize()
        || (options.keepRemainder() && composer.remaining() > 0)) {
      ComposedBatch batch = next.apply(batches.size());
      batches.add(batch);
      positives.add(positives(batch, vectors));
    }
    return new SpaceBatches(
        batches, levels.apply(batches), positives, restrictions.withheldByReason());
  }

  private static List<float[]> noLevels(List<ComposedBatch> batches) {
    return batches.stream().map(SpaceMiner::noLevels).toList();
  }

  private static float[] noLevels(ComposedBatch batch) {
    float[] levels = new float[batch.size()];
    Arrays.fill(levels, Float.NaN);
    return levels;
  }

  private static float[] positives(ComposedBatch batch, SpaceVectors vectors) {
    float[] positives = new float[batch.size()];
    for (int x = 0; x < positives.length; x++) {
      int anchor = batch.anchors()[x];
      positives[x] = anchor < 0 ? Float.NaN : vectors.similarity(anchor, anchor);
    }
    return positives;
  }
}
