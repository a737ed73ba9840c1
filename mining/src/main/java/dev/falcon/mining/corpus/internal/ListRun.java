package dev.falcon.mining.corpus.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Seals;
import dev.falcon.data.file.Shard;
import dev.falcon.data.file.WorkStatus;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.CorpusSummary;
import dev.falcon.mining.corpus.Judging;
import dev.falcon.mining.corpus.LeftOut;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListOutput;
import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.PartSearch;
import dev.falcon.mining.corpus.SearchRecall;
import dev.falcon.mining.corpus.SharedSearch;
import dev.falcon.mining.corpus.WithheldShare;
import dev.falcon.mining.corpus.internal.scan.CorpusScan;
import dev.falcon.mining.internal.certificate.OtherProduct;
import dev.falcon.mining.internal.run.WorkFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A run of a request. Parts of consecutive queries are searched, and the candidates of each part
 * are written to a file of the work folder, which stays until the lists are complete. The lists are
 * then made from all parts in order.
 */
public final class ListRun {
  private static final String ATTEMPTS = "attempts";

  private final CorpusRequest request;
  private final Prepared prepared;
  private final FoundTable table;
  private final int queries;
  private final int partQueries;
  private final SearchPlan plan;

  /** Creates a run in parts that take one core about an hour. */
  public ListRun(CorpusRequest request, Prepared prepared) {
    this(
        request,
        prepared,
        CorpusScan.partQueries(prepared.exclusions().queries(), prepared.exclusions().corpus()));
  }

  /**
   * Creates a run.
   *
   * @param partQueries the number of queries per part, the same in all tasks of a request
   */
  public ListRun(CorpusRequest request, Prepared prepared, int partQueries) {
    this(request, prepared, partQueries, SearchPlan.EXACT);
  }

  private ListRun(CorpusRequest request, Prepared prepared, int partQueries, SearchPlan plan) {
    this.plan = plan;
    this.request = request;
    this.prepared = prepared;
    Exclusions exclusions = prepared.exclusions();
    this.table = new FoundTable(exclusions.queries(), exclusions.corpus());
    this.queries = exclusions.queries().count();
    this.partQueries = partQueries;
  }

  /** Returns the number of parts. */
  public int parts() {
    return (queries + partQueries - 1) / partQueries;
  }

  /** Returns the searched items. */
  public Iterable<ListedItem> corpus() {
    CorpusItems corpus = prepared.exclusions().corpus();
    return () ->
        IntStream.range(0, corpus.count())
            .mapToObj(item -> ListNaming.named(corpus, item, 0, Float.NaN, Chosen.DRAWN))
            .iterator();
  }

  /** Returns whether a part is finished. */
  public boolean done(WorkFolder work, int part) {
    return Seals.isBeside(file(work, part));
  }

  private static Path file(WorkFolder work, int part) {
    return work.file(String.format(Locale.ROOT, "candidates-%05d.parquet", part));
  }

  /** The candidates that a part's search excluded, which are known after its last row. */
  private record Counts(Map<LeftOut, Long> leftOut) {}

  private static Path counts(WorkFolder work, int part) {
    return work.file(String.format(Locale.ROOT, "left-out-%05d.json", part));
  }

  private static Map<LeftOut, Long> leftOut(WorkFolder work, int part) {
    return Json.read(whole(counts(work, part)), Counts.class).leftOut();
  }

  private static void writeCounts(WorkFolder work, int part, Map<LeftOut, Long> leftOut) {
    Path file = counts(work, part);
    Seals.write(file, () -> Json.write(file, new Counts(leftOut)));
  }

  /** Returns whether a folder holds parts. */
  public static boolean isWork(Path folder) {
    return Folders.isFolder(folder)
        && Folders.list(folder).stream()
            .anyMatch(file -> file.getFileName().toString().matches("candidates-\\d+.parquet"));
  }

  /** Returns the state of the lists whose parts a folder holds; empty if it holds none. */
  public static Optional<WorkStatus> status(Path folder) {
    if (!isWork(folder)) {
      return Optional.empty();
    }
    List<Instant> finished =
        Folders.list(folder).stream()
            .filter(file -> file.getFileName().toString().matches("candidates-\\d+.parquet"))
            .filter(Seals::isBeside)
            .map(WorkStatus::written)
            .flatMap(Optional::stream)
            .toList();
    return Optional.of(
        new WorkStatus(
            "lists",
            false,
            OptionalInt.empty(),
            List.of(),
            OptionalInt.empty(),
            finished,
            new TreeMap<>()));
  }

  /**
   * Searches for the unfinished parts of a shard.
   *
   * @param provenance the provenance of the search, which is stored in each part
   * @param product another library's product that finds candidates; empty to use the kernel only
   * @return the number of parts searched
   */
  public int search(
      WorkFolder work,
      Shard shard,
      String provenance,
      Optional<OtherProduct> product,
      Progress progress) {
    int searched = 0;
    try (CorpusScan scan =
            new CorpusScan(
                prepared.exclusions(),
                limits(request, request.search().depth()),
                request.execution().threads(),
                request.execution().memoryBudget(),
                product,
                plan.clusters());
        Progress.Task task = progress.begin("searching", queries, "queries")) {
      for (int each = 0; each < parts(); each++) {
        int part = each;
        int first = part * partQueries;
        int end = Math.min(queries, first + partQueries);
        if (!shard.owns(part) || done(work, part)) {
          task.advance(end - first);
          continue;
        }
        Path file = file(work, part);
        Seals.write(
            file,
            () -> {
              try (TableWriter out = table.create(file, Map.of(), provenance)) {
                Map<LeftOut, Long> leftOut =
                    scan.part(first, end, task, found -> table.append(out, found));
                // Before the table, whose presence marks the part as done.
                writeCounts(work, part, leftOut);
                out.commit();
              }
            });
        searched++;
      }
    }
    return searched;
  }

  /**
   * Has the unfinished parts searched outside this process.
   *
   * @return the number of parts searched
   */
  public int search(WorkFolder work, String provenance, PartSearch elsewhere, Progress progress) {
    int[] missing = IntStream.range(0, parts()).filter(part -> !done(work, part)).toArray();
    if (missing.length == 0) {
      return 0;
    }
    int left = IntStream.of(missing).map(this::size).sum();
    try (Progress.Task task = progress.begin("searching", queries, "queries")) {
      task.advance(queries - left);
      elsewhere.search(
          new SharedSearch(
              prepared.exclusions(),
              limits(request, request.search().depth()),
              plan.clusters(),
              partQueries,
              provenance),
          missing,
          work.file(ATTEMPTS),
          done -> {
            commit(work, done);
            task.advance(size(done.part()));
          });
    } finally {
      Folders.delete(work.file(ATTEMPTS));
    }
    return missing.length;
  }

  private int size(int part) {
    return Math.min(partQueries, queries - part * partQueries);
  }

  private void commit(WorkFolder work, SharedSearch.Done done) {
    writeCounts(work, done.part(), done.leftOut());
    Seals.write(file(work, done.part()), () -> move(done.table(), file(work, done.part())));
  }

  private static void move(Path table, Path file) {
    try {
      Files.move(table, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new FalconException(
          table
              + ": cannot be moved into place: "
              + e.getMessage()
              + "; the folder of the output must be one that all processes reach",
          e);
    }
  }

  /** Returns the request, with its rules for candidates. */
  public CorpusRequest request() {
    return request;
  }

  /** Returns the request's stores and files. */
  public Prepared prepared() {
    return prepared;
  }

  /** Returns a run with other scores of a judge. */
  public ListRun with(Prepared judged) {
    return new ListRun(request, judged, partQueries, plan);
  }

  /** Returns a run with other rules for candidates. */
  public ListRun with(CorpusRequest rules) {
    return new ListRun(rules, prepared, partQueries, plan);
  }

  /** Returns the plan of the search. */
  public SearchPlan plan() {
    return plan;
  }

  /** Returns a run with a plan that reaches a recall; its rules must be final. */
  public ListRun planned(
      double recall, WorkFolder work, Progress progress, Consumer<String> notes) {
    SearchPlan made = planner(work, progress, notes).plan(recall);
    return new ListRun(request, prepared, partQueries, made);
  }

  private SearchPlanner planner(WorkFolder work, Progress progress, Consumer<String> notes) {
    CorpusScan.Limits limits = limits(request, request.search().depth());
    return new SearchPlanner(request, prepared.exclusions(), limits, work, progress, notes);
  }

  /**
   * Returns the recall of the search with that of the lists' negatives; empty if no recall was
   * asked for.
   */
  public Optional<SearchRecall> recall(WorkFolder work, Progress progress) {
    boolean modelJudges = request.search().judging().filter(Judging::isModel).isPresent();
    if (plan.clusters().isEmpty() || modelJudges) {
      return plan.recall();
    }
    RecallSample sample = planner(work, progress, note -> {}).sample();
    ListChoice choice =
        choice(
            sample.exclusions().queries(),
            request.search().depth().orElse(Integer.MAX_VALUE),
            prepared.judge().map(scores -> scores.only(sample.queries())));
    return plan.recall()
        .map(recall -> recall.with(sample.negatives(plan.clusters().get(), choice, progress)));
  }

  /** Passes the results of all parts, or of a file of candidates, in the order of the queries. */
  public void results(WorkFolder work, Consumer<Found> each) {
    if (request.search().from().isPresent()) {
      table.read(request.search().from().get(), each);
      return;
    }
    for (int part = 0; part < parts(); part++) {
      table.read(whole(work, part), each);
    }
  }

  private static Path whole(WorkFolder work, int part) {
    return whole(file(work, part));
  }

  /** Returns a part's file after checking that it is as it was written. */
  private static Path whole(Path file) {
    if (!Seals.isSealed(file)) {
      throw new FalconException(file + ": is missing; search for it again");
    }
    return file;
  }

  /** Writes the candidates of all parts into one table. */
  public void candidates(WorkFolder work, Path target, String provenance) {
    Map<LeftOut, Long> leftOut = new TreeMap<>();
    for (int part = 0; part < parts(); part++) {
      leftOut(work, part).forEach((reason, count) -> leftOut.merge(reason, count, Long::sum));
    }
    try (TableWriter out = table.create(target, leftOut, provenance)) {
      for (int part = 0; part < parts(); part++) {
        table.read(whole(work, part), found -> table.append(out, found));
      }
      out.commit();
    }
  }

  /** Makes the lists of all parts. */
  public CorpusSummary lists(
      WorkFolder work, ListOutput.Sink sink, WithheldShare measured, Progress progress) {
    ListNaming naming = naming(sink, request.search().depth().orElse(Integer.MAX_VALUE));
    try (Progress.Task task = progress.begin("writing", queries, "queries")) {
      for (int part = 0; part < parts(); part++) {
        table.read(whole(work, part), naming::accept);
        naming.leftOut(leftOut(work, part));
        task.advance(size(part));
      }
    }
    return naming.summary(measured);
  }

  /** Makes the lists of a file of candidates. */
  public CorpusSummary lists(
      Path candidates, ListOutput.Sink sink, WithheldShare measured, Progress progress) {
    ListNaming naming = naming(sink, Integer.MAX_VALUE - 1);
    try (Progress.Task task = progress.begin("writing", queries, "queries")) {
      naming.leftOut(
          table.read(
              candidates,
              found -> {
                naming.accept(found);
                task.advance(1);
              }));
    }
    return naming.summary(measured);
  }

  /**
   * Returns the provenance of the search in a file of candidates.
   *
   * @throws FalconException if it is not such a file
   */
  public static String searched(Path candidates) {
    try (TableReader reader = TableReader.open(candidates)) {
      String provenance = reader.metadata().get(FoundTable.PROVENANCE);
      if (provenance == null || !reader.metadata().containsKey(FoundTable.VERSION_KEY)) {
        throw new FalconException(candidates + ": is not a table of candidates of falcon mine");
      }
      return provenance;
    }
  }

  /** Returns the parameters of a search. */
  static CorpusScan.Limits limits(CorpusRequest request, OptionalInt depth) {
    int k = request.selection().window(depth.orElse(Integer.MAX_VALUE));
    return depth.isPresent()
        ? new CorpusScan.Limits(ListFilters.NONE, depth.getAsInt(), true)
        : new CorpusScan.Limits(request.filters(), k, false);
  }

  /** Returns the uses of a judge's scores. */
  static Set<Judging.Use> uses(CorpusRequest request) {
    return request.search().judging().map(Judging::uses).orElse(Set.of());
  }

  /** Returns the number of candidates before the filters, if these follow the search. */
  public OptionalInt depth() {
    return request
        .search()
        .from()
        .map(file -> searchedDepth(file))
        .orElse(request.search().depth());
  }

  private static OptionalInt searchedDepth(Path candidates) {
    try {
      return OptionalInt.of(
          Json.mapper().readTree(searched(candidates)).at("/options/depth").asInt());
    } catch (JsonProcessingException e) {
      throw new FalconException(candidates + ": its provenance is damaged: " + Json.reason(e), e);
    }
  }

  private ListNaming naming(ListOutput.Sink sink, int depth) {
    return new ListNaming(
        prepared, choice(prepared.exclusions().queries(), depth, prepared.judge()), sink);
  }

  private ListChoice choice(CorpusItems asking, int depth, Optional<JudgeScores> judge) {
    return new ListChoice(
        asking,
        prepared.exclusions().corpus(),
        request.filters(),
        request.selection(),
        depth,
        request
            .search()
            .witness()
            .flatMap(rule -> prepared.partners().map(texts -> texts.with(rule, asking, Map.of()))),
        judge,
        uses(request));
  }
}
