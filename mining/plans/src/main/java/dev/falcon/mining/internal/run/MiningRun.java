// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.run;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.plan.OutputTable;
import dev.falcon.mining.plan.PlanLayout;
import dev.falcon.mining.plan.PlanTable;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.space.SpaceConstraints;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A prepared request: its store is checked, its policy is open and its memory is planned. */
public final class MiningRun implements AutoCloseable {
  private final MiningRequest request;
  private final StoreRows store;
  private final SpaceConstraints constraints;
  private final SpaceMiners miners;
  private final StoreReport check;
  private final MiningPlan plan;
  private final PlanLayout layout;
  private PlanTable tables; // null before it is needed

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
    this.layout = layout;
    this.plan = MiningPlan.of(request.options(), check, request.store().shardStarts());
    plan.requireRows(store.name());
  }

  /** Checks a store. */
  @FunctionalInterface
  public interface Check {
    /** Returns the result of the check. */
    StoreReport of(EmbeddingStore store);
  }

  /**
   * Prepares a request. Invalid requests are refused before the store is read.
   *
   * @param check checks the store's rows
   */
  public static MiningRun open(
      MiningRequest request, Sessions sessions, PlanLayout layout, Check check) {
    MiningOptions options = request.options();
    SpaceConstraints constraints =
        SpaceConstraints.of(options.constraints(), new StoreRows(request.store()));
    SpaceMiners miners =
        SpaceMiners.open(
            options,
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
   * Returns a request's provenance.
   *
   * @param usable the number of mined rows of the store
   */
  public static Provenance provenance(MiningRequest request, long usable) {
    return provenance(request, usable, Map.of());
  }

  /**
   * Returns this request's provenance.
   *
   * @param digests the digests of files of the store that need not be read, by absolute path
   */
  public Provenance provenance(Map<Path, String> digests) {
    return provenance(request, plan.usable().count(), digests);
  }

  private static Provenance provenance(
      MiningRequest request, long usable, Map<Path, String> digests) {
    List<Provenance.Input> store = request.store().inputs(digests);
    return MiningPlan.provenance(request.options(), request.format(), store, usable);
  }

  /** Returns the request's search spaces and parts. */
  public MiningPlan plan() {
    return plan;
  }

  /** Returns the result of the store's check. */
  public StoreReport check() {
    return check;
  }

  /** Returns the format of the tables. The first call computes the digest of the store. */
  public PlanTable tables() {
    if (tables == null) {
      tables = new PlanTable(plan, store, layout, request.format(), provenance(Map.of()));
    }
    return tables;
  }

  /** Mines the missing spaces of these tables, and writes the tables. */
  public void write(WorkFolder work, List<OutputTable> pieces, Progress progress) {
    try (Assembler assembler = new Assembler(tables(), work, pieces)) {
      List<MiningUnit> units = pieces.stream().flatMap(piece -> piece.units().stream()).toList();
      mine(work, units, progress, assembler::mined);
      assembler.finish();
    }
  }

  /**
   * Mines those of these spaces that are not in the work folder yet.
   *
   * @param done receives every space whose file is in the work folder, on any thread
   */
  public void mine(
      WorkFolder work, List<MiningUnit> units, Progress progress, Consumer<MiningUnit> done) {
    int threads = request.execution().threads();
    new SpaceRunner(plan, miners.reader(store, constraints), miners, threads, progress, done)
        .run(units, work);
  }

  /** Returns the samples of the store. */
  public SampleFacts facts() {
    return store;
  }

  @Override
  public void close() {
    miners.close();
  }
}
