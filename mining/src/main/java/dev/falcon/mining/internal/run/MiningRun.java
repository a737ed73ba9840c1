package dev.falcon.mining.internal.run;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.constraint.space.SpaceConstraints;
import dev.falcon.mining.internal.certificate.OnnxProduct;
import dev.falcon.mining.internal.plan.Piece;
import dev.falcon.mining.internal.plan.PlanLayout;
import dev.falcon.mining.internal.plan.PlanTable;
import dev.falcon.mining.internal.space.QuantileSource;
import dev.falcon.mining.internal.space.QuantileSources;
import dev.falcon.mining.parts.MiningPlan;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.onnx.session.Sessions;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A request made ready: its store checked, its policy opened, its memory planned. */
public final class MiningRun implements AutoCloseable {
  private final MiningRequest request;
  private final StoreRows store;
  private final SpaceConstraints constraints;
  private final QuantileSource source;
  private final Optional<OnnxProduct> product;
  private final MemoryPlan memory;
  private final StoreReport check;
  private final MiningPlan plan;
  private final PlanTable tables;

  private MiningRun(
      MiningRequest request,
      SpaceConstraints constraints,
      QuantileSource source,
      Optional<OnnxProduct> product,
      MemoryPlan memory,
      StoreReport check,
      PlanLayout layout) {
    this.request = request;
    this.store = new StoreRows(request.store());
    this.constraints = constraints;
    this.source = source;
    this.product = product;
    this.memory = memory;
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
    /** What is found. */
    StoreReport of(EmbeddingStore store);
  }

  /**
   * Makes a request ready; what can be refused is refused before the store is read.
   *
   * @param check of the store's rows
   * @param notes takes lines that the user should read once
   */
  public static MiningRun open(
      MiningRequest request,
      Sessions sessions,
      PlanLayout layout,
      Check check,
      Consumer<String> notes) {
    MiningOptions options = request.options();
    SpaceConstraints constraints =
        SpaceConstraints.of(options.constraints(), new StoreRows(request.store()));
    MemoryPlan memory =
        SpaceMiners.memory(
            options,
            request.target(),
            request.store().rows(),
            request.store().dimension(),
            request.store().perImage(),
            request.execution().threads(),
            request.execution().memoryBudget(),
            request.execution().product().isPresent());
    if (memory.compact() && request.execution().product().isPresent()) {
      throw new RequestException(
          "similarities by ONNX Runtime need those of a search space in memory; a larger --memory,"
              + " or a smaller search space, is right");
    }
    QuantileSource source =
        QuantileSources.open(
            options.composition(), options.epochs(), options.seed(), options.levels(), sessions);
    Optional<OnnxProduct> product = Optional.empty();
    try {
      product = request.execution().product().flatMap(where -> OnnxProduct.open(where, notes));
      StoreReport report = check.of(request.store());
      return new MiningRun(request, constraints, source, product, memory, report, layout);
    } catch (RuntimeException e) {
      source.close();
      product.ifPresent(OnnxProduct::close);
      throw e;
    }
  }

  /**
   * The request's provenance.
   *
   * @param usable how many rows of the store are mined
   */
  public static Provenance provenance(MiningRequest request, long usable) {
    return MiningPlan.provenance(
        request.options(), request.target(), request.format(), request.store().inputs(), usable);
  }

  /** Its search spaces and parts. */
  public MiningPlan plan() {
    return plan;
  }

  /** What is found of the store. */
  public StoreReport check() {
    return check;
  }

  /** What its tables are written with. */
  public PlanTable tables() {
    return tables;
  }

  /** Mines what is missing of these tables, and writes them. */
  public void write(WorkFolder work, List<Piece> pieces, Progress progress) {
    SpaceMiners miners =
        new SpaceMiners(request.options(), request.target(), source, memory, product);
    try (Assembler assembler = new Assembler(tables, work, pieces)) {
      List<MiningUnit> units = pieces.stream().flatMap(piece -> piece.units().stream()).toList();
      new SpaceRunner(
              plan,
              store,
              constraints,
              miners.needVectors(),
              miners::on,
              request.execution().threads(),
              memory,
              progress,
              assembler::mined)
          .run(units, work);
      assembler.finish();
    }
  }

  @Override
  public void close() {
    source.close();
    product.ifPresent(OnnxProduct::close);
  }
}
