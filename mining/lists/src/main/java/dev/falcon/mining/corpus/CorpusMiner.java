// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.Shard;
import dev.falcon.data.work.WorkStatus;
import dev.falcon.data.work.WorkUnits;
import dev.falcon.kernels.Kernels;
import dev.falcon.mining.corpus.internal.Exclusions;
import dev.falcon.mining.corpus.internal.ListRoom;
import dev.falcon.mining.corpus.internal.ListRun;
import dev.falcon.mining.corpus.internal.ModelJudge;
import dev.falcon.mining.corpus.internal.PositiveShrinkage;
import dev.falcon.mining.corpus.internal.PreparedRequest;
import dev.falcon.mining.corpus.internal.SearchPlanner;
import dev.falcon.mining.corpus.internal.SearchedParts;
import dev.falcon.mining.corpus.internal.TargetRules;
import dev.falcon.mining.corpus.internal.scan.CorpusScan;
import dev.falcon.mining.internal.certificate.OnnxProduct;
import dev.falcon.mining.internal.certificate.OtherProduct;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.mining.plan.ShardResult;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Mines lists of negatives from a whole corpus in one direction. The search is exact or, if a
 * recall is asked for, looks into some clusters of the corpus and measures its recall. The lists
 * have the same bytes for any number of threads, any number of tasks and any memory.
 *
 * <p>Queries are searched in parts, which are kept beside the output until it is complete, so that
 * a run that was killed resumes, and several tasks may share the parts.
 */
public final class CorpusMiner {
  private final Progress progress;
  private final Consumer<String> notes;
  private final Device device;
  private final OptionalInt partQueries;
  private final Optional<PartSearch> elsewhere;

  /**
   * Creates a miner that multiplies on the processor.
   *
   * @param progress receives every query searched
   * @param notes receives messages for the user
   */
  public CorpusMiner(Progress progress, Consumer<String> notes) {
    this(progress, notes, Device.CPU);
  }

  /**
   * Creates a miner.
   *
   * @param progress receives every query searched
   * @param notes receives messages for the user
   * @param device the device that multiplies vectors, which does not change the lists: {@code cpu}
   *     uses Falcon's own product, CUDA the product of ONNX Runtime, checked by an error bound, and
   *     {@code auto} CUDA if it opens
   */
  public CorpusMiner(Progress progress, Consumer<String> notes, Device device) {
    this(progress, notes, device, OptionalInt.empty(), Optional.empty());
  }

  private CorpusMiner(
      Progress progress,
      Consumer<String> notes,
      Device device,
      OptionalInt partQueries,
      Optional<PartSearch> elsewhere) {
    this.progress = progress;
    this.notes = notes;
    this.device = device;
    this.partQueries = partQueries;
    this.elsewhere = elsewhere;
  }

  /**
   * Returns a miner with parts of another size, which does not change the lists.
   *
   * @param queries the number of queries per part, the same in all tasks of a request; by default
   *     as many as take one core about an hour
   */
  public CorpusMiner withParts(int queries) {
    return new CorpusMiner(progress, notes, device, OptionalInt.of(queries), elsewhere);
  }

  /** Returns a description, for people, of the arithmetic that computes cosines. */
  public static String kernel() {
    return Kernels.best().describe();
  }

  /** Returns a miner whose parts are searched outside this process. */
  public CorpusMiner searching(PartSearch other) {
    return new CorpusMiner(progress, notes, device, partQueries, Optional.of(other));
  }

  /** Returns the folder beside a file of lists that holds the parts until they are complete. */
  public static Path work(Path file) {
    return WorkFolder.beside(file);
  }

  /** Returns whether a folder holds parts of lists. */
  public static boolean isBegun(Path folder) {
    return SearchedParts.isBegun(folder);
  }

  /** Returns the state of the lists whose parts a folder holds; empty if it holds none. */
  public static Optional<WorkStatus> status(Path folder) {
    return SearchedParts.status(folder);
  }

  /** Returns the recall by which the parts in a folder are searched; empty if it has no plan. */
  public static Optional<SearchRecall> recall(Path folder) {
    return SearchPlanner.kept(folder);
  }

  /** Returns the complete lists of tasks whose work folder this was; empty if there are none. */
  public static Optional<CorpusResult> ended(Path work) {
    String name = work.toAbsolutePath().normalize().getFileName().toString();
    if (Folders.exists(work) || !name.endsWith(WorkFolder.SUFFIX)) {
      return Optional.empty();
    }
    Path file = work.resolveSibling(name.substring(0, name.length() - WorkFolder.SUFFIX.length()));
    return ListPlaces.isOfLists(file)
        ? Optional.of(ListSidecar.requireWhole(file).result(file))
        : Optional.empty();
  }

  /** Mines the lists, and writes them with their provenance and the rejected rows. */
  public CorpusResult mine(CorpusRequest request, ListOutput output) {
    Path file = output.file();
    Provenance search = ListProvenance.search(request);
    Provenance provenance = ListProvenance.lists(request, search, output);
    request.search().from().ifPresent(from -> ListProvenance.requireSameSearch(from, search));
    boolean finished = Folders.isFile(file) && ListPlaces.isOfLists(file);
    if (finished && !request.overwrite()) {
      return finishedEarlier(file, provenance);
    }
    // A run that was stopped between its last files may overwrite those.
    boolean begun = !finished && WorkFolder.KIND.isIn(WorkFolder.beside(file));
    ListPlaces.require(file, request, request.overwrite() || begun, output.beside());
    PreparedRequest prepared =
        PreparedRequest.of(request, progress, notes); // refused before any file is made
    requirePositives(prepared, output, request);
    TargetRules.requireMeasurable(request, prepared);
    ListRoom.require(request, prepared.exclusions(), notes);
    requireDisk(request, prepared, file);
    CorpusRequest centred = PositiveShrinkage.in(request, prepared);
    return FolderLock.holding(
        WorkFolder.beside(file), () -> mine(centred, output, search, provenance, prepared));
  }

  /**
   * Returns what the search of a request takes, with times that some products on this machine
   * predict. Refuses what {@link #mine} would refuse before its search, and writes nothing.
   */
  public SearchCost cost(CorpusRequest request, ListOutput output) {
    if (request.search().from().isPresent()) {
      throw new RequestException("lists from a file of candidates need no search");
    }
    ListPlaces.require(output.file(), request, request.overwrite(), output.beside());
    PreparedRequest prepared = PreparedRequest.of(request, progress, notes);
    requirePositives(prepared, output, request);
    TargetRules.requireMeasurable(request, prepared);
    ListRoom.require(request, prepared.exclusions(), notes);
    requireDisk(request, prepared, output.file());
    return ListRun.cost(request, prepared, notes);
  }

  /** Refuses a disk that cannot hold the candidates, unless there are parts of an earlier run. */
  private static void requireDisk(CorpusRequest request, PreparedRequest prepared, Path file) {
    if (Folders.exists(work(file))) {
      return; // how many candidates are left is known later
    }
    Path folder = file.toAbsolutePath().getParent();
    while (!Folders.exists(folder)) {
      folder = folder.getParent();
    }
    ListRun.requireDisk(request, prepared, folder);
  }

  private CorpusResult mine(
      CorpusRequest request,
      ListOutput output,
      Provenance search,
      Provenance provenance,
      PreparedRequest prepared) {
    Path file = output.file();
    Optional<ModelJudge> judge =
        ModelJudge.open(
            request.search().judging(),
            request.sides().queries().hasAnchors(),
            () -> new Sessions(SessionSettings.on(device), notes));
    WorkFolder work;
    ListRun run;
    try {
      work = WorkFolder.join(file, ListProvenance.worked(request, search), request.overwrite());
      run = ready(new ListRun(request, prepared, work, partQueries(prepared)));
      if (request.search().from().isEmpty()) {
        noteProgress(run.parts());
        search(run, Shard.WHOLE, search);
      }
      run = judge.isPresent() ? run.judged(judge.get(), progress) : run;
      run = choosesBefore(request) ? run : run.measured(progress);
    } finally {
      judge.ifPresent(ModelJudge::close);
    }
    Provenance recorded = ListProvenance.recorded(provenance, judge.map(ModelJudge::device));
    CorpusSummary summary = written(run, output, recorded, work);
    Optional<Path> candidates = request.search().candidates();
    if (candidates.isPresent()) {
      run.parts().join(candidates.get(), Json.line(search), run.plan().recall());
    }
    List<Reject> unusable = run.prepared().rejects();
    if (!unusable.isEmpty()) {
      Rejects.write(ListPlaces.rejects(file), unusable);
    }
    ListSidecar.write(file, recorded, summary);
    work.delete();
    return new CorpusResult(file, summary, unusable);
  }

  /** Returns a run with the rules and the plan of its search. */
  private ListRun ready(ListRun run) {
    ListRun ruled = choosesBefore(run.request()) ? run.measured(progress) : run;
    return ruled.planned(progress, notes);
  }

  /**
   * Returns whether a target chooses rules that are part of the search, and are known before it.
   */
  private static boolean choosesBefore(CorpusRequest request) {
    return request.withholding().target().isPresent() && !request.search().filtersLater();
  }

  /** Chooses the negatives, and writes the lists with their batches. */
  private CorpusSummary written(
      ListRun run, ListOutput output, Provenance recorded, WorkFolder work) {
    try (ListOutput.Sink sink = output.begin(recorded, run.corpus())) {
      Optional<ListBatches> batches =
          run.request().batching().map(batching -> new ListBatches(run, sink, batching));
      CorpusSummary lists = run.lists(batches.isPresent() ? batches.get() : sink, progress);
      if (lists.negatives() == 0) {
        work.delete(); // the next request is another one
      }
      ListRoom.requireSome(output.file(), run.request(), lists);
      CorpusSummary summary =
          batches
              .map(made -> lists.with(made.write(Json.line(recorded), progress)))
              .orElse(lists)
              .with(run.recall(progress));
      sink.commit();
      return summary;
    }
  }

  /**
   * Searches for one task's parts. Once all parts exist, {@link #mine} with the same request
   * completes the lists. Any number of tasks may run at the same time, and the number may change
   * between runs.
   */
  public ShardResult mineShard(CorpusRequest request, Path file, Shard shard) {
    if (request.search().from().isPresent()) {
      throw new RequestException("lists from a file of candidates need no tasks");
    }
    Provenance search = ListProvenance.search(request);
    if (!request.overwrite()
        && ListPlaces.isOfLists(file)
        && !isBegun(work(file))
        && ListProvenance.isOf(ListSidecar.read(file).provenance(), search)) {
      return finishedEarlier(request, file, shard);
    }
    ListPlaces.require(file, request, request.overwrite(), List.of());
    PreparedRequest prepared = PreparedRequest.of(request, progress, notes);
    TargetRules.requireMeasurable(request, prepared);
    ListRoom.require(request, prepared.exclusions(), notes);
    requireDisk(request, prepared, file);
    WorkFolder work =
        WorkFolder.join(file, ListProvenance.worked(request, search), request.overwrite());
    CorpusRequest centred = PositiveShrinkage.in(request, prepared);
    ListRun run = ready(new ListRun(centred, prepared, work, partQueries(prepared)));
    int searched = search(run, shard, search);
    WorkUnits units = run.parts().units();
    return new ShardResult(
        file,
        shard,
        searched,
        shard.share(units.count()) - searched,
        units.missing().size(),
        units.count(),
        prepared.rejects());
  }

  /**
   * Returns the result of a task if the lists are complete already, since a scheduler may start a
   * task twice.
   */
  private ShardResult finishedEarlier(CorpusRequest request, Path file, Shard shard) {
    notes.accept(OutputFile.upToDate(file));
    PreparedRequest prepared = PreparedRequest.of(request, progress, notes);
    int parts = SearchedParts.count(prepared.exclusions().queries().count(), partQueries(prepared));
    return new ShardResult(file, shard, 0, shard.share(parts), 0, parts, prepared.rejects());
  }

  private int partQueries(PreparedRequest prepared) {
    Exclusions exclusions = prepared.exclusions();
    return partQueries.orElseGet(
        () -> CorpusScan.partQueries(exclusions.queries(), exclusions.corpus()));
  }

  private int search(ListRun run, Shard shard, Provenance search) {
    if (elsewhere.isPresent()) {
      return run.search(Json.line(search), elsewhere.get(), progress);
    }
    Optional<OtherProduct> product = OnnxProduct.find(device, notes);
    try {
      return run.search(shard, Json.line(search), product, progress);
    } finally {
      product.ifPresent(OtherProduct::close);
    }
  }

  private static void requirePositives(
      PreparedRequest prepared, ListOutput output, CorpusRequest request) {
    if (output.needsPositives() && prepared.exclusions().own().count() == 0) {
      throw new FalconException(
          request.sides().queries().folder()
              + ": no query has a known positive, which this form of lists needs; "
              + (prepared.selfPositives() > 0 ? "their positives are the queries themselves; " : "")
              + "name some by a table query_key, corpus_key");
    }
  }

  private void noteProgress(SearchedParts parts) {
    int done = parts.count() - parts.units().missing().size();
    if (done > 0) {
      notes.accept(
          String.format(
              Locale.ROOT,
              "resuming: %,d of %,d parts %s done",
              done,
              parts.count(),
              done == 1 ? "is" : "are"));
    }
  }

  private CorpusResult finishedEarlier(Path file, Provenance provenance) {
    ListSidecar earlier = ListSidecar.read(file);
    if (!ListProvenance.isOfRequest(earlier.provenance(), provenance)) {
      throw OutputFile.exists(file);
    }
    notes.accept(OutputFile.upToDate(file));
    return earlier.result(file);
  }
}
