package dev.falcon.mining.internal.run;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.plan.OutputTable;
import dev.falcon.mining.plan.PlanLayout;
import dev.falcon.mining.plan.PlanTable;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.space.SpaceConstraints;
import dev.falcon.onnx.session.Sessions;
import java.util.List;

/** A prepared request: its store checked, its policy opened, its memory planned. */
public final class MiningRun implements AutoCloseable {
  private final MiningRequest request;
  private final StoreRows store;
  private final SpaceConstraints constraints;
  private final SpaceMiners miners;
  private final StoreReport check;
  private final MiningPlan plan;
  private final PlanTable tables;

  private MiningRun(
      MiningRequest request,
      SpaceConstraints constraints,
      SpaceMiners miners,
      StoreReport check,
      PlanLayout layout) {
    this.request = request;
    this.store = new StoreRows(request.store());
    this.constraints = constraints;
    this.miners = miners;
    this.check = check;
    this.plan = MiningPlan.of(request.options(), check, request.store().shardStarts());
    plan.requireRows(store.name(), request.target());
    this.tables =
        new PlanTable(
            plan, store, layout, request.format(), provenance(request, plan.usable().count()));
  }

  /** Checks a store. */
  @FunctionalInterface
  public interface Check {
    /** The result of the check. */
    StoreReport of(EmbeddingStore store);
  }

  /**
   * Prepares a request; invalid requests are refused before the store is read.
   *
   * @param check of the store's rows
   */
  public static MiningRun open(
      MiningRequest request, Sessions sessions, PlanLayout layout, Check check) {
    MiningOptions options = request.options();
    SpaceConstraints constraints =
        SpaceConstraints.of(options.constraints(), new StoreRows(request.store()));
    SpaceMiners miners =
        SpaceMiners.open(
            options,
            request.target(),
            new SpaceMiners.Sizes(
                request.store().rows(), request.store().dimension(), request.store().perImage()),
            request.execution(),
            sessions);
    try {
      StoreReport report = check.of(request.store());
      return new MiningRun(request, constraints, miners, report, layout);
    } catch (RuntimeException e) {
      miners.close();
      throw e;
    }
  }

  /**
   * The request's provenance.
   *
   * @param usable number of mined rows of the store
   */
  public static Provenance provenance(MiningRequest request, long usable) {
    return MiningPlan.provenance(
        request.options(), request.target(), request.format(), request.store().inputs(), usable);
  }

  /** Its search spaces and parts. */
  public MiningPlan plan() {
    return plan;
  }

  /** The result of the store's check. */
  public StoreReport check() {
    return check;
  }

  /** The format of its tables. */
  public PlanTable tables() {
    return tables;
  }

  /** Mines the missing spaces of these tables, and writes them. */
  public void write(WorkFolder work, List<OutputTable> pieces, Progress progress) {
    try (Assembler assembler = new Assembler(tables, work, pieces)) {
      List<MiningUnit> units = pieces.stream().flatMap(piece -> piece.units().stream()).toList();
      new SpaceRunner(
              plan,
              miners.reader(store, constraints),
              miners,
              request.execution().threads(),
              progress,
              assembler::mined)
          .run(units, work);
      assembler.finish();
    }
  }

  @Override
  public void close() {
    miners.close();
  }
}
