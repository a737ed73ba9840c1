package dev.falcon.mining;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.FalconException;
import dev.falcon.data.Json;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.Rejects;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.algorithm.SearchSpaces;
import dev.falcon.mining.constraint.SpaceConstraints;
import dev.falcon.mining.internal.constraint.SuspectedMatches;
import dev.falcon.mining.internal.kernel.Kernels;
import dev.falcon.mining.internal.kernel.Parallel;
import dev.falcon.mining.internal.run.Assembler;
import dev.falcon.mining.internal.run.MemoryPlan;
import dev.falcon.mining.internal.run.SpaceRunner;
import dev.falcon.mining.internal.run.StoreFacts;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.mining.internal.space.NegativesMiner;
import dev.falcon.mining.internal.space.QuantileSource;
import dev.falcon.mining.internal.space.QuantileSources;
import dev.falcon.mining.internal.space.SpaceMiner;
import dev.falcon.mining.internal.space.SpaceWork;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.onnx.Sessions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Mines an embedding store into a batch plan.
 *
 * <p>Every search space is a unit of its own, whose random streams derive from the seed, the epoch
 * and its number. Units that are done are kept in a work folder beside the output until the plan is
 * whole, so a run that was killed goes on where it stopped, to the same bytes.
 *
 * <p>Memory: 8 bytes a row of the store, one search space's vectors and similarities for each that
 * is mined at a time, within the budget.
 */
public final class Miner {
  private final Sessions sessions;
  private final Progress progress;
  private final Consumer<String> notes;

  /**
   * A miner.
   *
   * @param sessions opens the scheduler's graph
   * @param progress is told of every sample mined
   * @param notes takes lines that the user should read once
   */
  public Miner(Sessions sessions, Progress progress, Consumer<String> notes) {
    this.sessions = sessions;
    this.progress = progress;
    this.notes = notes;
  }

  /** What similarities are computed with, for people. */
  public static String kernel() {
    return Kernels.best().describe();
  }

  /**
   * Mines the store, writes the plan, its provenance, and the list of rejected rows if any. A plan
   * that an equal request has written is left as it is, and its result given again.
   *
   * @throws RequestException where another file is in the output's place, unless it may be replaced
   */
  public MiningResult mine(MiningRequest request) {
    Path output = request.output();
    if (Files.exists(output) && !request.overwrite()) {
      return finishedEarlier(request);
    }
    MiningOptions options = request.options();
    EmbeddingStore store = request.store();
    SpaceConstraints constraints =
        SpaceConstraints.of(options.constraints(), new StoreFacts(store));
    try (QuantileSource source =
        QuantileSources.open(
            options.composition(), options.epochs(), options.seed(), options.levels(), sessions)) {
      StoreReport check = checked(store);
      int[] rows = usableRows(request, check);
      int space = Math.min(options.searchSpace(), rows.length);
      MemoryPlan memory =
          MemoryPlan.of(
              space,
              store.dimension(),
              options.levels(),
              request.execution().threads(),
              options.constraints().margin().isPresent()
                  ? SuspectedMatches.bytes(space, store.dimension())
                  : 0,
              request.execution().memoryBudget());
      Provenance provenance = provenance(request);
      WorkFolder work = WorkFolder.open(output, provenance, request.overwrite());
      sayWhatIsDone(work, options, rows.length);
      Target target = target(request, source, memory);
      MiningSummary summary;
      try (Assembler assembler =
          new Assembler(
              store,
              options,
              work,
              rows.length,
              new Assembler.Target(output, request.format(), target.layout(), provenance))) {
        new SpaceRunner(
                store,
                constraints,
                options,
                target.miners(),
                request.execution().threads(),
                memory,
                progress,
                assembler::mined)
            .run(rows, work);
        summary = assembler.finish(check.rejects().size());
      }
      writeCompanions(output, target.layout(), provenance, summary, check.rejects());
      work.delete();
      return new MiningResult(output, summary, check.rejects());
    }
  }

  /** The result of the equal request that has written the output. */
  private MiningResult finishedEarlier(MiningRequest request) {
    Path output = request.output();
    Path file = companionFile(output);
    Companion earlier = Files.exists(file) ? Json.read(file, Companion.class) : null;
    if (earlier == null
        || !Json.line(earlier.provenance()).equals(Json.line(provenance(request)))) {
      throw new RequestException(output + ": exists; give --overwrite to replace it");
    }
    notes.accept(output + ": made by this command before, and left as it is");
    List<Reject> rejects =
        earlier.summary().rejected() == 0 ? List.of() : Rejects.read(rejectsFile(output));
    return new MiningResult(output, earlier.summary(), rejects);
  }

  private static Path companionFile(Path output) {
    return output.resolveSibling(output.getFileName() + ".json");
  }

  private static Path rejectsFile(Path output) {
    return output.resolveSibling(output.getFileName() + ".rejects.parquet");
  }

  private void sayWhatIsDone(WorkFolder work, MiningOptions options, int rows) {
    long mined = work.mined();
    if (mined > 0) {
      long all = (long) options.epochs() * SearchSpaces.count(rows, options.searchSpace());
      notes.accept(
          "an earlier run was stopped; "
              + mined
              + " of "
              + all
              + " search spaces are done already");
    }
  }

  /** What mines a space, and how the result is laid out. */
  private record Target(Function<Parallel, SpaceWork> miners, Assembler.Layout layout) {}

  private static Target target(MiningRequest request, QuantileSource source, MemoryPlan memory) {
    MiningOptions options = request.options();
    if (request.target() instanceof MiningTarget.Negatives negatives) {
      return new Target(
          threads ->
              new NegativesMiner(
                  Kernels.best(),
                  negatives.count(),
                  options.levels(),
                  options.constraints().window(),
                  source,
                  threads,
                  memory.compact()),
          new NegativesTable(negatives));
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
    return new Target(
        threads -> new SpaceMiner(Kernels.best(), space, source, threads, memory.compact()),
        new BatchPlan());
  }

  private StoreReport checked(EmbeddingStore store) {
    if (store.rows() > Integer.MAX_VALUE - 8) {
      throw new FalconException(
          store.folder()
              + ": has "
              + store.rows()
              + " rows; at most 2^31 - 9 can be mined at once");
    }
    StoreReport report = StoreCheck.run(store, progress);
    if (report.rescaledRows() > 0) {
      notes.accept(
          "vectors that were not of unit length are normalised; rows=" + report.rescaledRows());
    }
    return report;
  }

  private static int[] usableRows(MiningRequest request, StoreReport report) {
    EmbeddingStore store = request.store();
    int[] rows = new int[(int) store.rows() - report.rejectedRows().size()];
    Iterator<Long> rejected = report.rejectedRows().iterator();
    long skip = rejected.hasNext() ? rejected.next() : -1;
    int at = 0;
    for (int row = 0; row < store.rows(); row++) {
      if (row == skip) {
        skip = rejected.hasNext() ? rejected.next() : -1;
      } else {
        rows[at++] = row;
      }
    }
    if (rows.length < 2) {
      throw new FalconException(
          store.folder() + ": has fewer than 2 usable rows, so no sample has a negative");
    }
    int batchSize = request.options().batchSize();
    if (request.target() instanceof MiningTarget.Batches && rows.length < batchSize) {
      throw new FalconException(
          store.folder()
              + ": has "
              + rows.length
              + " usable rows, fewer than one batch; batch-size="
              + batchSize);
    }
    return rows;
  }

  private static Provenance provenance(MiningRequest request) {
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

  private static void writeCompanions(
      Path output,
      Assembler.Layout layout,
      Provenance provenance,
      MiningSummary summary,
      List<Reject> rejects) {
    Json.write(
        companionFile(output),
        new Companion("falcon_" + layout.name(), layout.version(), provenance, summary));
    if (!rejects.isEmpty()) {
      Rejects.write(rejectsFile(output), rejects);
    }
  }

  /** What is written beside the output. */
  @JsonPropertyOrder({"format", "version", "provenance", "summary"})
  private record Companion(
      String format, int version, Provenance provenance, MiningSummary summary) {}
}
