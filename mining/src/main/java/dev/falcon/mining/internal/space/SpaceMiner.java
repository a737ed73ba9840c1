package dev.falcon.mining.internal.space;

import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.mining.algorithm.BatchComposer;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.Drawing;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.algorithm.Restrictions;
import dev.falcon.mining.algorithm.Selector;
import dev.falcon.mining.grouping.Grouping;
import dev.falcon.mining.grouping.GroupingSpace;
import dev.falcon.mining.grouping.ScoreDraw;
import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.internal.kernel.Parallel;
import dev.falcon.mining.internal.similarity.Brackets;
import dev.falcon.mining.internal.similarity.CompactRows;
import dev.falcon.mining.internal.similarity.DenseRows;
import dev.falcon.mining.internal.similarity.RowBlocks;
import dev.falcon.mining.internal.similarity.RowQuantiles;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.similarity.SpaceVectors;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Mines one search space: S, the quantiles of its rows, every row's q, and batches until U is used
 * up. Holds S between spaces, so that its memory is taken once; one object mines one space at a
 * time.
 */
public final class SpaceMiner implements SpaceWork {
  private final Kernel kernel;
  private final SpaceOptions options;
  private final QuantileSource source;
  private final Parallel parallel;
  private final DenseRows dense;
  private Brackets brackets;

  /**
   * A miner of spaces.
   *
   * @param compact whether to do without S in memory; changes speed and memory, not the result
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

  /** What is asked of every space. */
  public record SpaceOptions(
      long seed,
      int batchSize,
      int levels,
      QuantilePolicy policy,
      boolean keepRemainder,
      RankWindow window,
      int runLength) {}

  @Override
  public MinedSpace mine(
      MiningUnit unit, long[] rows, SpaceVectors vectors, List<Conflicts> conflicts) {
    return MinedSpace.of(batches(unit, vectors, conflicts), rows);
  }

  /** Mines one space, in terms of its own indices. */
  public SpaceBatches batches(MiningUnit unit, SpaceVectors vectors, List<Conflicts> conflicts) {
    int size = vectors.rows();
    Candidates candidates = new Candidates(size);
    if (!options.policy().chains() || size < 2) {
      Restrictions restrictions = Restrictions.of(conflicts);
      BatchComposer composer = new BatchComposer(candidates, SpaceMiner::noChoice, restrictions);
      return compose(
          unit, vectors, composer, new RowTables(new float[0], new double[0]), restrictions);
    }
    if (options.policy() instanceof QuantilePolicy.Grouped grouped) {
      return grouped(grouped.grouping(), unit, vectors, conflicts);
    }
    RowBlocks rows =
        options.policy() instanceof QuantilePolicy.Drawn ? similarities(vectors) : rows(vectors);
    if (brackets == null || brackets.size() != size) {
      brackets = new Brackets(kernel, size, !options.window().anyScore());
    }
    Brackets current = brackets;
    RowTables tables = new RowTables(new float[size * options.levels()], new double[size]);
    rows.forEach(parallel, () -> new RowReader(unit, size, current, tables));
    Restrictions restrictions =
        new Restrictions(
            conflicts, options.window(), anchor -> current.atMostMaxScore(anchor, candidates));
    Selector selector = current.selector(candidates, rows.selector(candidates));
    BatchComposer composer =
        new BatchComposer(candidates, selector, restrictions).withRunLength(options.runLength());
    return compose(unit, vectors, composer, tables, restrictions);
  }

  private SpaceBatches grouped(
      Grouping grouping, MiningUnit unit, SpaceVectors vectors, List<Conflicts> conflicts) {
    DenseRows similarities = similarities(vectors);
    RandomStream random = RandomStream.of(options.seed(), "grouping", unit.epoch(), unit.space());
    int[] order = grouping.order(new GroupingSpace(vectors, similarities::row, conflicts), random);
    Restrictions restrictions = Restrictions.of(conflicts);
    BatchComposer composer =
        new BatchComposer(new Candidates(vectors.rows()), SpaceMiner::noChoice, restrictions);
    return compose(
        vectors,
        composer,
        new RowTables(new float[0], new double[0]),
        restrictions,
        number -> composer.composeInOrder(options.batchSize(), order));
  }

  /** All of S: groupings and draws look at it as they like. */
  private DenseRows similarities(SpaceVectors vectors) {
    if (dense == null) {
      throw new RequestException(
          options.policy()
              + " needs the similarities of a search space in memory; a larger --memory, or a"
              + " smaller search space, is right");
    }
    dense.compute(vectors, parallel);
    return dense;
  }

  private Drawing drawing(QuantilePolicy.Drawn drawn, SpaceVectors vectors) {
    float[] own = new float[vectors.rows()];
    for (int i = 0; i < own.length; i++) {
      own[i] = vectors.similarity(i, i);
    }
    return new ScoreDraw(dense::row, own, ScoreDraw.SHARPNESS, drawn.offset());
  }

  private static Selector.Choice noChoice(int anchor, int rank) {
    throw new IllegalStateException("a uniform batch has no anchor");
  }

  private RowBlocks rows(SpaceVectors vectors) {
    if (dense == null) {
      return new CompactRows(kernel, vectors);
    }
    dense.compute(vectors, parallel);
    return dense;
  }

  /** What is known of every row: its quantiles [size x m] and its q [size]. */
  private record RowTables(float[] quantiles, double[] asked) {}

  /** One thread's look at rows of S. */
  private final class RowReader implements RowBlocks.Viewer {
    private final MiningUnit unit;
    private final RowTables tables;
    private final RowQuantiles rowQuantiles;
    private final Brackets.Filler filler;

    private RowReader(MiningUnit unit, int size, Brackets brackets, RowTables tables) {
      this.unit = unit;
      this.tables = tables;
      this.rowQuantiles = new RowQuantiles(kernel, size, options.levels());
      this.filler = brackets.new Filler();
    }

    @Override
    public void view(int firstRow, float[][] rows, int count) {
      int m = options.levels();
      for (int r = 0; r < count; r++) {
        rowQuantiles.of(rows[r], tables.quantiles(), (firstRow + r) * m);
      }
      source.quantiles(unit, firstRow, count, tables.quantiles(), firstRow * m, m, tables.asked());
      for (int r = 0; r < count; r++) {
        int row = firstRow + r;
        filler.fill(row, rows[r], tables.quantiles(), row * m, m, tables.asked()[row]);
        if (!options.window().anyScore()) {
          filler.splitAt(row, rows[r], options.window().maxScore());
        }
      }
    }
  }

  private SpaceBatches compose(
      MiningUnit unit,
      SpaceVectors vectors,
      BatchComposer composer,
      RowTables tables,
      Restrictions restrictions) {
    RandomStream random =
        RandomStream.of(options.seed(), "first-sample", unit.epoch(), unit.space());
    if (tables.asked().length == 0) {
      return compose(
          vectors,
          composer,
          tables,
          restrictions,
          number -> composer.composeUniform(options.batchSize(), random));
    }
    if (options.policy() instanceof QuantilePolicy.Drawn drawn) {
      Drawing drawing = drawing(drawn, vectors);
      return compose(
          vectors,
          composer,
          tables,
          restrictions,
          number -> composer.composeDrawn(options.batchSize(), drawing, random));
    }
    return compose(
        vectors,
        composer,
        tables,
        restrictions,
        number ->
            composer.compose(
                options.batchSize(),
                source.ofBatch(unit, number, tables.asked(), tables.quantiles(), options.levels()),
                random));
  }

  private SpaceBatches compose(
      SpaceVectors vectors,
      BatchComposer composer,
      RowTables tables,
      Restrictions restrictions,
      IntFunction<ComposedBatch> next) {
    List<ComposedBatch> batches = new ArrayList<>();
    List<float[]> quantilesInSpace = new ArrayList<>();
    List<float[]> positives = new ArrayList<>();
    while (composer.remaining() >= options.batchSize()
        || (options.keepRemainder() && composer.remaining() > 0)) {
      ComposedBatch batch = next.apply(batches.size());
      batches.add(batch);
      quantilesInSpace.add(realised(batch, tables.quantiles()));
      positives.add(positives(batch, vectors));
    }
    return new SpaceBatches(batches, quantilesInSpace, positives, restrictions.withheldByReason());
  }

  private float[] realised(ComposedBatch batch, float[] quantiles) {
    float[] realised = new float[batch.size()];
    for (int x = 0; x < realised.length; x++) {
      int anchor = batch.anchors()[x];
      realised[x] =
          anchor < 0
              ? Float.NaN
              : RowQuantiles.levelOf(
                  batch.similarities()[x], quantiles, anchor * options.levels(), options.levels());
    }
    return realised;
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
