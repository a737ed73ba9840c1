package dev.falcon.mining;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.npy.VectorApi;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.internal.kernel.Parallel;
import dev.falcon.mining.internal.run.MemoryPlan;
import dev.falcon.mining.internal.run.SpaceMiners;
import dev.falcon.mining.internal.space.QuantileSource;
import dev.falcon.mining.internal.space.QuantileSources;
import dev.falcon.mining.internal.space.SpaceWork;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.plan.PartRows;
import dev.falcon.mining.plan.PlanLayout;
import dev.falcon.mining.plan.PlanRequest;
import dev.falcon.mining.plan.PlanTable;
import dev.falcon.mining.plan.SummaryBuilder;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningTarget;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.shuffle.SearchSpaces;
import dev.falcon.mining.shuffle.Shuffle;
import dev.falcon.mining.space.SpaceConstraints;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Mines parts of a plan, one at a time on one thread, from rows that the caller supplies. A part's
 * table depends on the request and its rows alone. Keeps S's memory and the scheduler between
 * parts.
 *
 * <p>Memory: one search space's vectors and similarities, within the budget.
 */
public final class PartMiner implements AutoCloseable {
  private final MiningPlan plan;
  private final Work work;
  private final QuantileSource source;
  private final SpaceMiners miners;
  private final Parallel alone = new Parallel(1);
  private final SpaceWork miner;
  private float[] image = new float[0]; // of a search space
  private float[] text = new float[0]; // likewise

  /**
   * The request of all parts.
   *
   * @param vetoes pairs of rows in the list of vetoes, if there is one
   * @param provenance of the plan
   */
  public record Work(
      MiningOptions options,
      MiningTarget target,
      Optional<long[]> vetoes,
      TableFormat format,
      Provenance provenance) {}

  /** A written part. */
  public record Mined(long rows, byte[] summary) {}

  private PartMiner(MiningPlan plan, Work work, QuantileSource source, MemoryPlan memory) {
    this.plan = plan;
    this.work = work;
    this.source = source;
    this.miners = new SpaceMiners(work.options(), work.target(), source, memory);
    this.miner = miners.on(alone);
  }

  /**
   * Opens the policy.
   *
   * @param dimension length of a vector
   * @param perImage number of vectors of an image
   * @param budget limit on the bytes of vectors and similarities
   */
  public static PartMiner open(
      MiningPlan plan, Work work, int dimension, int perImage, long budget, Sessions sessions) {
    MiningOptions options = work.options();
    MemoryPlan memory =
        SpaceMiners.memory(
            options, work.target(), plan.usable().count(), dimension, perImage, 1, budget);
    QuantileSource source =
        QuantileSources.open(
            options.composition(), options.epochs(), options.seed(), options.levels(), sessions);
    return new PartMiner(plan, work, source, memory);
  }

  /** The request of the parts. */
  public static PlanRequest request(MiningPlan plan, Work work, StoreReport check) {
    PlanLayout layout = PlanLayouts.of(work.target());
    return new PlanRequest(
        layout.name(),
        layout.version(),
        plan.parts(),
        check.rows(),
        check.rejects().size(),
        work.options().epochs(),
        work.provenance());
  }

  /**
   * Returns whether this JVM has the vector module; without it, the same bits take several times
   * longer.
   */
  public static boolean vectorised() {
    return VectorApi.isAvailable();
  }

  /**
   * Mines a part and writes its table.
   *
   * @param shuffle of the part's epoch
   * @param rows of the part
   */
  public Mined mine(int part, Shuffle shuffle, PartRows rows, Path file, Progress.Task progress) {
    PlanLayout layout = PlanLayouts.of(work.target());
    PlanTable tables = new PlanTable(plan, rows, layout, work.format(), work.provenance());
    SpaceConstraints constraints =
        SpaceConstraints.of(work.options().constraints(), rows, work.vetoes());
    SummaryBuilder summary = new SummaryBuilder();
    int dimension = miners.needVectors() ? rows.dimension() : 0;
    try (TableWriter table = tables.create(file)) {
      for (MiningUnit unit : plan.units(part)) {
        long[] spaceRows =
            new SearchSpaces(plan.layout(unit.epoch()), shuffle, plan.usable()::row)
                .rows(unit.space());
        int length = Math.multiplyExact(spaceRows.length, dimension);
        if (text.length < length) {
          image = new float[Math.multiplyExact(length, rows.perImage())];
          text = new float[length];
        }
        if (dimension > 0) {
          rows.read(spaceRows, image, text);
        }
        SpaceVectors vectors =
            new SpaceVectors(image, text, spaceRows.length, dimension, rows.perImage());
        List<Conflicts> conflicts = constraints.known(spaceRows);
        tables.append(table, summary, unit, miner.mine(unit, spaceRows, vectors, conflicts));
        progress.advance(spaceRows.length);
      }
      table.commit();
      return new Mined(table.rows(), summary.write());
    }
  }

  @Override
  public void close() {
    alone.close();
    source.close();
  }
}
