// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableWriter;
import dev.falcon.kernels.Parallel;
import dev.falcon.kernels.VectorApi;
import dev.falcon.mining.internal.run.SpaceMiners;
import dev.falcon.mining.internal.run.SpaceReader;
import dev.falcon.mining.internal.space.SpaceWork;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.plan.PartRows;
import dev.falcon.mining.plan.PlanLayout;
import dev.falcon.mining.plan.PlanRequest;
import dev.falcon.mining.plan.PlanTable;
import dev.falcon.mining.plan.SummaryBuilder;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.shuffle.SearchSpaces;
import dev.falcon.mining.shuffle.Shuffle;
import dev.falcon.mining.space.SpaceConstraints;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Mines parts of a plan, one at a time on one thread, from rows that the caller supplies. A part's
 * table depends only on the request and the part's rows. The memory of S and the scheduler are kept
 * between parts.
 *
 * <p>Memory: one search space's vectors and similarities, within the budget.
 */
public final class PartMiner implements AutoCloseable {
  private final MiningPlan plan;
  private final Work work;
  private final SpaceMiners miners;
  private final Parallel alone = new Parallel(1);
  private final SpaceWork miner;
  private final SpaceReader.Buffers buffers = new SpaceReader.Buffers();

  /**
   * The request that all parts share.
   *
   * @param vetoes the pairs of rows in the list of vetoes; empty without a list
   * @param provenance the provenance of the plan
   */
  public record Work(
      MiningOptions options, Optional<long[]> vetoes, TableFormat format, Provenance provenance) {}

  /** A written part. */
  public record Mined(long rows, byte[] summary) {}

  private PartMiner(MiningPlan plan, Work work, SpaceMiners miners) {
    this.plan = plan;
    this.work = work;
    this.miners = miners;
    this.miner = miners.on(alone);
  }

  /**
   * Opens the policy.
   *
   * @param dimension the length of a vector
   * @param perImage the number of vectors of an image
   * @param budget the limit on the bytes of vectors and similarities
   */
  public static PartMiner open(
      MiningPlan plan, Work work, int dimension, int perImage, long budget, Sessions sessions) {
    SpaceMiners miners =
        SpaceMiners.open(
            work.options(),
            new SpaceMiners.Sizes(plan.usable().count(), dimension, perImage),
            new MiningRequest.Execution(1, budget),
            sessions);
    return new PartMiner(plan, work, miners);
  }

  /** Returns the request of the parts. */
  public static PlanRequest request(MiningPlan plan, Work work, StoreReport check) {
    return PlanRequest.of(plan, new BatchPlan(), check, work.provenance());
  }

  /**
   * Returns whether this JVM has the vector module. Without it, mining gives the same bits in
   * several times the time.
   */
  public static boolean vectorised() {
    return VectorApi.isAvailable();
  }

  /**
   * Mines a part and writes its table.
   *
   * @param shuffle the shuffle of the part's epoch
   * @param rows the rows of the part
   */
  public Mined mine(int part, Shuffle shuffle, PartRows rows, Path file, Progress.Task progress) {
    PlanLayout layout = new BatchPlan();
    PlanTable tables = new PlanTable(plan, rows, layout, work.format(), work.provenance());
    SpaceConstraints constraints =
        SpaceConstraints.of(work.options().constraints(), rows, work.vetoes());
    SpaceReader reader = miners.reader(rows, constraints);
    SummaryBuilder summary = new SummaryBuilder();
    try (TableWriter table = tables.create(file)) {
      for (MiningUnit unit : plan.units(part)) {
        SearchSpaces spaces =
            new SearchSpaces(plan.layout(unit.epoch()), shuffle, plan.usable()::row);
        SpaceReader.Space space = reader.read(unit, spaces, buffers);
        tables.append(table, summary, unit, space.mine(miner));
        progress.advance(space.rows().length);
      }
      table.commit();
      return new Mined(table.rows(), summary.write());
    }
  }

  @Override
  public void close() {
    alone.close();
    miners.close();
  }
}
