// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.OutputKind;
import dev.falcon.data.work.Shard;
import dev.falcon.kernels.Kernels;
import dev.falcon.mining.internal.run.MiningRun;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.mining.plan.OutputTable;
import dev.falcon.mining.plan.PlanFolder;
import dev.falcon.mining.plan.PlanLayout;
import dev.falcon.mining.plan.PlanManifest;
import dev.falcon.mining.plan.PlanRequest;
import dev.falcon.mining.plan.ShardResult;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.mining.request.MiningSummary;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Mines an embedding store into a batch plan.
 *
 * <p>Every search space is a unit of work of its own, and its random streams derive from the seed,
 * the epoch and the space's number. Finished units are kept in a work folder until the plan is
 * complete, so an interrupted run resumes where it stopped, and the result is identical. A plan is
 * one file, or a folder of parts that any number of tasks may share; {@link PlanMerge} then
 * completes it.
 *
 * <p>Memory: 4 bytes per row of a store of at most 2^24 rows, and none for a larger store; 96 bytes
 * per search space; and, within the budget, the vectors and similarities of each search space that
 * is being mined.
 */
public final class Miner {
  private static final long MOST_ROWS = Integer.MAX_VALUE - 8L;

  private final Sessions sessions;
  private final Progress progress;
  private final Consumer<String> notes;

  /**
   * Creates a miner.
   *
   * @param sessions opens the scheduler's graph
   * @param progress receives every sample mined
   * @param notes receives messages for the user
   */
  public Miner(Sessions sessions, Progress progress, Consumer<String> notes) {
    this.sessions = sessions;
    this.progress = progress;
    this.notes = notes;
  }

  /** Returns a description, for people, of the arithmetic that computes similarities. */
  public static String kernel() {
    return Kernels.best().describe();
  }

  /**
   * Mines the store, and writes the plan, its provenance and, if there are any, the list of
   * rejected rows. A plan that an equal request has written is left unchanged, and its result is
   * returned.
   *
   * @throws RequestException if the output exists, another request has written it, and it may not
   *     be replaced
   */
  public MiningResult mine(MiningRequest request) {
    Path output = request.output();
    boolean begun = lacksCompanion(output);
    if (Folders.isFile(output) && !begun && !request.overwrite()) {
      return finishedEarlier(request);
    }
    PlanSidecar.requirePlace(output, request.overwrite() || begun, request.read());
    try (MiningRun run = MiningRun.open(request, sessions, new BatchPlan(), this::checked)) {
      return FolderLock.holding(WorkFolder.beside(output), () -> mine(request, run));
    }
  }

  /**
   * Returns whether a run ended after it had written the plan and before the files beside it. Such
   * a run is resumed.
   */
  private static boolean lacksCompanion(Path output) {
    return WorkFolder.KIND.isIn(WorkFolder.beside(output))
        && !Folders.exists(PlanSidecar.file(output));
  }

  private MiningResult mine(MiningRequest request, MiningRun run) {
    Path output = request.output();
    Provenance provenance = run.tables().provenance();
    WorkFolder work = WorkFolder.open(output, provenance, request.overwrite());
    List<MiningUnit> units = run.plan().units();
    noteProgress(work.mined(), units.size());
    List<MiningSummary> summaries = new ArrayList<>();
    OutputTable whole =
        new OutputTable(
            units,
            output,
            (summary, rows) ->
                summaries.add(
                    summary.build(
                        run.check().rows(),
                        run.check().rejects().size(),
                        request.options().epochs())));
    run.write(work, List.of(whole), progress);
    PlanLayout layout = run.tables().layout();
    MiningSummary summary = summaries.get(0);
    List<Reject> rejects = run.check().rejects();
    if (!rejects.isEmpty()) {
      Rejects.write(PlanSidecar.rejects(output), rejects);
    }
    // The sidecar last: it marks the plan as complete.
    PlanSidecar.of(output, "falcon_" + layout.name(), layout.version(), provenance, summary)
        .write(output);
    work.delete();
    return new MiningResult(output, summary, rejects);
  }

  /**
   * Mines a plan as a folder of parts, and completes it.
   *
   * @param request the request, whose output is the folder
   */
  public MiningResult mineFolder(MiningRequest request) {
    Path folder = request.output();
    PlanFolder.KIND.require(folder, request.read());
    if (!request.overwrite() || !Folders.exists(folder.resolve(PlanManifest.FILE_NAME))) {
      return mineParts(request);
    }
    MiningResult result =
        PlanFolder.REPLACEMENT.locked(folder, true, place -> mineParts(request.into(place)));
    return new MiningResult(folder, result.summary(), result.rejects());
  }

  private MiningResult mineParts(MiningRequest request) {
    mineShard(request, Shard.WHOLE);
    return PlanMerge.finish(request.output(), false);
  }

  /**
   * Mines one task's parts of a plan that is a folder. Finished parts are left unchanged. Any
   * number of tasks may run at the same time, and the number may change between runs.
   *
   * @param asked the request, whose output is the folder
   */
  public ShardResult mineShard(MiningRequest asked, Shard shard) {
    Path folder = asked.output();
    PlanFolder.KIND.require(folder, asked.read());
    if (Folders.exists(folder.resolve(PlanManifest.FILE_NAME)) && !asked.overwrite()) {
      return finishedEarlier(asked, shard);
    }
    Path place = PlanFolder.REPLACEMENT.place(folder, asked.overwrite());
    TaskFiles files = new TaskFiles(place);
    MiningRequest request = asked.into(place).of(files.sharing(asked, shard));
    PlanLayout layout = new BatchPlan();
    try (MiningRun run =
        MiningRun.open(
            request,
            sessions,
            layout,
            store ->
                checked(store, () -> files.check(store, shard, request.overwrite(), progress)))) {
      PlanFolder plan =
          PlanFolder.of(
              place,
              PlanRequest.of(run.plan(), layout, run.check(), run.tables().provenance()),
              request.overwrite());
      files.keep(run.check(), shard);
      WorkFolder work = WorkFolder.shared(plan.work());
      List<OutputTable> pieces = new ArrayList<>();
      for (int part = 0; part < run.plan().parts(); part++) {
        if (shard.owns(part) && plan.done(part).isEmpty()) {
          pieces.add(files.piece(run.plan().units(part), part, plan));
        }
      }
      if (!pieces.isEmpty()) {
        run.write(work, pieces, progress);
      }
      return new ShardResult(
          folder,
          shard,
          pieces.size(),
          shard.share(run.plan().parts()) - pieces.size(),
          plan.units().missing().size(),
          run.plan().parts(),
          run.check().rejects());
    }
  }

  /**
   * Returns the result of a task if the plan is complete already, since a scheduler may start a
   * task twice.
   */
  private ShardResult finishedEarlier(MiningRequest asked, Shard shard) {
    Path folder = asked.output();
    MiningResult whole = PlanMerge.finish(folder, false);
    PlanManifest plan = Json.read(folder.resolve(PlanManifest.FILE_NAME), PlanManifest.class);
    long usable = plan.summary().rows() - plan.summary().rejected();
    if (!Json.line(plan.provenance()).equals(Json.line(MiningRun.provenance(asked, usable)))) {
      throw OutputKind.exists(folder);
    }
    notes.accept(OutputFile.upToDate(folder));
    int parts = plan.parts().size();
    return new ShardResult(folder, shard, 0, shard.share(parts), 0, parts, whole.rejects());
  }

  /** Returns the result of the equal request that wrote the output. */
  private MiningResult finishedEarlier(MiningRequest request) {
    Path output = request.output();
    Path file = PlanSidecar.file(output);
    PlanSidecar earlier = PlanSidecar.isOfAPlan(output) ? Json.read(file, PlanSidecar.class) : null;
    if (earlier == null
        || !Json.line(earlier.provenance())
            .equals(
                Json.line(
                    MiningRun.provenance(
                        request, earlier.summary().rows() - earlier.summary().rejected())))) {
      throw OutputFile.exists(output);
    }
    WorkFolder.tidy(output, earlier.provenance());
    notes.accept(OutputFile.upToDate(output));
    List<Reject> rejects =
        earlier.summary().rejected() == 0 ? List.of() : Rejects.read(PlanSidecar.rejects(output));
    return new MiningResult(output, earlier.summary(), rejects);
  }

  private void noteProgress(long mined, int all) {
    if (mined > 0) {
      notes.accept(
          "an earlier run was stopped; "
              + mined
              + " of "
              + all
              + " search spaces are done already");
    }
  }

  private StoreReport checked(EmbeddingStore store) {
    return checked(store, () -> StoreCheck.run(store, progress));
  }

  private StoreReport checked(EmbeddingStore store, Supplier<StoreReport> check) {
    if (store.rows() > MOST_ROWS) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: has %,d rows; at most %,d can be checked and mined",
              store.folder(),
              store.rows(),
              MOST_ROWS));
    }
    Kernels.note().ifPresent(notes);
    store.numberedNote().ifPresent(notes);
    StoreReport report = check.get();
    if (report.rescaledRows() > 0) {
      notes.accept(
          "vectors that were not of unit length are normalised; rows=" + report.rescaledRows());
    }
    return report;
  }
}
