package dev.falcon.mining.internal.run;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.MiningOptions;
import dev.falcon.mining.MiningRequest;
import dev.falcon.mining.MiningTarget;
import dev.falcon.mining.constraint.SpaceConstraints;
import dev.falcon.mining.internal.constraint.SuspectedMatches;
import dev.falcon.mining.internal.kernel.Kernels;
import dev.falcon.mining.internal.kernel.Parallel;
import dev.falcon.mining.internal.space.NegativesMiner;
import dev.falcon.mining.internal.space.QuantileSource;
import dev.falcon.mining.internal.space.QuantileSources;
import dev.falcon.mining.internal.space.SpaceMiner;
import dev.falcon.mining.internal.space.SpaceWork;
import dev.falcon.mining.parts.MiningPlan;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.onnx.Sessions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A request made ready: its store checked, its policy opened, its memory planned. */
public final class MiningRun implements AutoCloseable {
  private final MiningRequest request;
  private final StoreRows store;
  private final SpaceConstraints constraints;
  private final QuantileSource source;
  private final MemoryPlan memory;
  private final StoreReport check;
  private final MiningPlan plan;
  private final PlanTable tables;

  private MiningRun(
      MiningRequest request,
      SpaceConstraints constraints,
      QuantileSource source,
      MemoryPlan memory,
      StoreReport check,
      PlanLayout layout) {
    this.request = request;
    this.store = new StoreRows(request.store());
    this.constraints = constraints;
    this.source = source;
    this.memory = memory;
    this.check = check;
    this.plan = MiningPlan.of(request.options(), check, request.store().shardStarts());
    requireRows();
    this.tables = new PlanTable(plan, store, layout, request.format(), provenance(request));
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
   */
  public static MiningRun open(
      MiningRequest request, Sessions sessions, PlanLayout layout, Check check) {
    MiningOptions options = request.options();
    SpaceConstraints constraints =
        SpaceConstraints.of(options.constraints(), new StoreRows(request.store()));
    MemoryPlan memory = memory(request);
    QuantileSource source =
        QuantileSources.open(
            options.composition(), options.epochs(), options.seed(), options.levels(), sessions);
    try {
      return new MiningRun(request, constraints, source, memory, check.of(request.store()), layout);
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }

  private static MemoryPlan memory(MiningRequest request) {
    MiningOptions options = request.options();
    int dimension = request.store().dimension();
    int perImage = request.store().perImage();
    int space = (int) Math.min(options.searchSpace(), request.store().rows());
    long beside =
        options.constraints().margin().isPresent()
            ? SuspectedMatches.bytes(space, dimension, perImage)
            : 0;
    if (request.target() instanceof MiningTarget.Negatives negatives) {
      beside += NegativesMiner.bytes(space, negatives.count());
    }
    return MemoryPlan.of(
        space,
        dimension,
        perImage,
        options.levels(),
        request.execution().threads(),
        beside,
        request.execution().memoryBudget());
  }

  private void requireRows() {
    long usable = plan.usable().count();
    if (usable < 2) {
      throw new FalconException(
          store.name() + ": has fewer than 2 usable rows, so no sample has a negative");
    }
    int batchSize = request.options().batchSize();
    if (request.target() instanceof MiningTarget.Batches && usable < batchSize) {
      throw new FalconException(
          store.name()
              + ": has "
              + usable
              + " usable rows, fewer than one batch; batch-size="
              + batchSize);
    }
  }

  /** The request's provenance. */
  public static Provenance provenance(MiningRequest request) {
    MiningOptions options = request.options();
    List<Provenance.Input> inputs = new ArrayList<>(request.store().inputs());
    if (options.policy() instanceof QuantilePolicy.Scheduled scheduled) {
      scheduled.graph().ifPresent(graph -> inputs.add(Provenance.Input.of(graph)));
    }
    options.constraints().veto().ifPresent(file -> inputs.add(Provenance.Input.of(file)));
    Map<String, Object> described = new TreeMap<>(options.describe());
    described.put("output-format", request.format().label());
    if (request.target() instanceof MiningTarget.Negatives negatives) {
      described.put("output", "negatives");
      described.put("num-negatives", negatives.count());
      described.put("columns", negatives.columns().label());
    }
    return Provenance.of("mine", options.seed(), described, inputs);
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
    try (Assembler assembler = new Assembler(tables, work, pieces)) {
      List<MiningUnit> units = pieces.stream().flatMap(piece -> piece.units().stream()).toList();
      new SpaceRunner(
              plan,
              store,
              constraints,
              needsVectors(),
              this::miner,
              request.execution().threads(),
              memory,
              progress,
              assembler::mined)
          .run(units, work);
      assembler.finish();
    }
  }

  private boolean needsVectors() {
    MiningOptions options = request.options();
    return options.policy().chains() || options.constraints().margin().isPresent();
  }

  private SpaceWork miner(Parallel threads) {
    MiningOptions options = request.options();
    if (request.target() instanceof MiningTarget.Negatives negatives) {
      return new NegativesMiner(
          Kernels.best(),
          Math.min(negatives.count(), options.searchSpace()),
          options.levels(),
          options.constraints().window(),
          source,
          threads,
          memory.compact());
    }
    SpaceMiner.SpaceOptions space =
        new SpaceMiner.SpaceOptions(
            options.seed(),
            options.batchSize(),
            options.levels(),
            options.policy().chains(),
            options.keepRemainder(),
            options.constraints().window(),
            options.composition().runLength());
    return new SpaceMiner(Kernels.best(), space, source, threads, memory.compact());
  }

  @Override
  public void close() {
    source.close();
  }
}
