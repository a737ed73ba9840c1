// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.Progress;
import dev.falcon.data.file.Folders;
import dev.falcon.data.work.Shard;
import dev.falcon.data.work.WorkUnits;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.CorpusSummary;
import dev.falcon.mining.corpus.ExclusionReason;
import dev.falcon.mining.corpus.ListOutput;
import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.PartSearch;
import dev.falcon.mining.corpus.SearchCost;
import dev.falcon.mining.corpus.SearchRecall;
import dev.falcon.mining.corpus.SharedSearch;
import dev.falcon.mining.corpus.WithheldShare;
import dev.falcon.mining.corpus.internal.scan.CorpusScan;
import dev.falcon.mining.internal.certificate.OtherProduct;
import dev.falcon.mining.internal.run.WorkFolder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The state of a request between its steps: the rules for candidates, the plan of the search, the
 * scores of a judge, and the measured share of false negatives. Each step returns a run with what
 * it decided; candidates go from the search to the lists by files of the work folder.
 */
public final class ListRun {
  private static final String WITHHELD = "withheld.parquet";

  private final CorpusRequest request;
  private final PreparedRequest prepared;
  private final WorkFolder work;
  private final SearchedParts parts;
  private final SearchPlanner.Plan plan;
  private final WithheldShare share;

  /**
   * Creates a run before its first step.
   *
   * @param partQueries the number of queries per part, the same in all tasks of a request
   */
  public ListRun(
      CorpusRequest request, PreparedRequest prepared, WorkFolder work, int partQueries) {
    this(
        request,
        prepared,
        work,
        new SearchedParts(work, prepared.exclusions(), partQueries),
        SearchPlanner.Plan.EXACT,
        WithheldShare.NONE);
  }

  private ListRun(
      CorpusRequest request,
      PreparedRequest prepared,
      WorkFolder work,
      SearchedParts parts,
      SearchPlanner.Plan plan,
      WithheldShare share) {
    this.request = request;
    this.prepared = prepared;
    this.work = work;
    this.parts = parts;
    this.plan = plan;
    this.share = share;
  }

  /** Returns what the search of a request takes, before its rules are chosen. */
  public static SearchCost cost(
      CorpusRequest request, PreparedRequest prepared, Consumer<String> notes) {
    CorpusScan.Limits limits = CorpusScan.Limits.of(request, request.search().depth());
    boolean divided = request.search().recall().isPresent();
    SearchCost cost = SearchPlanner.cost(prepared.exclusions(), limits, divided);
    if (divided && cost.clusters() == 0) {
      notes.accept("searching exactly: " + SearchPlanner.tooFew(cost));
    }
    try (CorpusScan scan =
        new CorpusScan(
            prepared.exclusions(),
            limits,
            request.execution().threads(),
            request.execution().memoryBudget(),
            Optional.empty())) {
      return cost.timed(scan.secondsPerPair(), scan.runs());
    }
  }

  /** Refuses, before there are parts, a disk that cannot hold the candidates of all queries. */
  public static void requireDisk(CorpusRequest request, PreparedRequest prepared, Path folder) {
    CorpusScan.Limits limits = CorpusScan.Limits.of(request, request.search().depth());
    if (request.search().from().isEmpty() && limits.deep()) {
      SearchCost cost = SearchPlanner.cost(prepared.exclusions(), limits, false);
      cost.requireDisk(folder, cost.queries());
    }
  }

  /** Returns the request, with its rules for candidates. */
  public CorpusRequest request() {
    return request;
  }

  /** Returns the request's stores and files. */
  public PreparedRequest prepared() {
    return prepared;
  }

  /** Returns the searched parts. */
  public SearchedParts parts() {
    return parts;
  }

  /** Returns the plan of the search. */
  public SearchPlanner.Plan plan() {
    return plan;
  }

  /** Returns a run with a plan that reaches the request's recall; its rules must be final. */
  public ListRun planned(Progress progress, Consumer<String> notes) {
    requireDisk();
    OptionalDouble recall = request.search().recall();
    return recall.isEmpty()
        ? this
        : new ListRun(
            request,
            prepared,
            work,
            parts,
            planner(progress, notes).plan(recall.getAsDouble()),
            share);
  }

  /** Refuses a disk that cannot hold the candidates which are still to be found. */
  private void requireDisk() {
    if (request.search().from().isEmpty() && limits().deep()) {
      int left = parts.queriesLeft();
      SearchPlanner.cost(prepared.exclusions(), limits(), false).requireDisk(work.file(""), left);
    }
  }

  private SearchPlanner planner(Progress progress, Consumer<String> notes) {
    return new SearchPlanner(request, prepared.exclusions(), limits(), work, progress, notes);
  }

  /**
   * Returns a run with the share of false negatives, measured for drawn queries; a target chooses
   * the rules.
   */
  public ListRun measured(Progress progress) {
    int count = request.withholding().drawn(prepared.exclusions().queries().count());
    if (count == 0) {
      return this;
    }
    HeldOutPositives withheld =
        new HeldOutPositives(request, prepared, plan, count, work.file(WITHHELD));
    return request
        .withholding()
        .target()
        .map(target -> TargetRules.choose(request, target, withheld, depth(), progress))
        .map(chosen -> with(chosen.request(), chosen.share()))
        .orElseGet(() -> with(request, withheld.measure(request, depth(), progress)));
  }

  private ListRun with(CorpusRequest rules, WithheldShare measured) {
    return new ListRun(rules, prepared, work, parts, plan, measured);
  }

  /**
   * Returns a run with a model's scores of all candidates and positives, and of the candidates that
   * the search misses for queries that measure its recall.
   */
  public ListRun judged(ModelJudge judge, Progress progress) {
    PreparedRequest judged =
        judge.judge(
            prepared,
            each -> {
              results(each, leftOut -> {});
              if (plan.clusters().isPresent()) {
                planner(progress, note -> {}).sample().measuring().forEach(each);
              }
            },
            work,
            progress);
    return new ListRun(request, judged, work, parts, plan, share);
  }

  /**
   * Searches for the unfinished parts of a shard.
   *
   * @param provenance the provenance of the search, which is stored in each part
   * @param product another library's product that finds candidates; empty to use the kernel only
   * @return the number of parts searched
   */
  public int search(
      Shard shard, String provenance, Optional<OtherProduct> product, Progress progress) {
    int searched = 0;
    WorkUnits units = parts.units();
    try (CorpusScan scan =
            new CorpusScan(
                prepared.exclusions(),
                limits(),
                request.execution().threads(),
                request.execution().memoryBudget(),
                product,
                plan.clusters());
        Progress.Task task = progress.begin("searching", queries(), "queries")) {
      for (int part = 0; part < units.count(); part++) {
        int first = parts.first(part);
        int size = parts.size(part);
        if (!shard.owns(part) || units.isDone(part)) {
          task.advance(size);
          continue;
        }
        parts.write(part, provenance, each -> scan.part(first, first + size, task, each));
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
  public int search(String provenance, PartSearch elsewhere, Progress progress) {
    int[] missing = parts.units().missing().stream().mapToInt(Integer::intValue).toArray();
    if (missing.length == 0) {
      return 0;
    }
    int left = parts.queriesLeft();
    try (Progress.Task task = progress.begin("searching", queries(), "queries")) {
      task.advance(queries() - left);
      elsewhere.search(
          new SharedSearch(
              prepared.exclusions(), limits(), plan.clusters(), parts.size(0), provenance),
          missing,
          work.file(SearchedParts.ATTEMPTS),
          done -> {
            parts.move(done.part(), done.table(), done.leftOut());
            task.advance(parts.size(done.part()));
          });
    } finally {
      Folders.delete(work.file(SearchedParts.ATTEMPTS));
    }
    return missing.length;
  }

  private int queries() {
    return prepared.exclusions().queries().count();
  }

  /** Returns the searched items. */
  public Iterable<ListedItem> corpus() {
    CorpusItems corpus = prepared.exclusions().corpus();
    return () ->
        IntStream.range(0, corpus.count())
            .mapToObj(item -> ListNaming.named(corpus, item, 0, Float.NaN, ChosenNegatives.DRAWN))
            .iterator();
  }

  /** Makes the lists, of a file of candidates or of all parts. */
  public CorpusSummary lists(ListOutput.Sink sink, Progress progress) {
    Optional<Path> from = request.search().from();
    int depth =
        from.isPresent()
            ? Integer.MAX_VALUE - 1
            : request.search().depth().orElse(Integer.MAX_VALUE);
    ListNaming naming =
        new ListNaming(
            prepared, choice(prepared.exclusions().queries(), depth, prepared.judge()), sink);
    try (Progress.Task task = progress.begin("writing", queries(), "queries")) {
      results(
          found -> {
            naming.accept(found);
            task.advance(1);
          },
          naming::leftOut);
    }
    return naming.summary(share);
  }

  /** Passes on the results of a file of candidates or of all parts, in the order of the queries. */
  private void results(
      Consumer<QueryCandidates> each, Consumer<Map<ExclusionReason, Long>> leftOut) {
    Optional<Path> from = request.search().from();
    if (from.isPresent()) {
      Exclusions exclusions = prepared.exclusions();
      CandidateTable table = new CandidateTable(exclusions.queries(), exclusions.corpus());
      leftOut.accept(table.read(from.get(), each));
      return;
    }
    for (int part = 0; part < parts.count(); part++) {
      parts.read(part, each);
      leftOut.accept(parts.leftOut(part));
    }
  }

  /**
   * Returns the recall of the search with that of the lists' negatives; empty if no recall was
   * asked for. Of candidates in a file, it is that of their search.
   */
  public Optional<SearchRecall> recall(Progress progress) {
    if (request.search().from().isPresent()) {
      return CandidateTable.recall(request.search().from().get());
    }
    if (plan.clusters().isEmpty()) {
      return plan.recall();
    }
    RecallSample sample = planner(progress, note -> {}).sample();
    ListChoice choice =
        choice(
            sample.exclusions().queries(),
            request.search().depth().orElse(Integer.MAX_VALUE),
            prepared.judge().map(scores -> scores.only(sample.queries())));
    return plan.recall()
        .map(recall -> recall.with(sample.negatives(plan.clusters().get(), choice, progress)));
  }

  private CorpusScan.Limits limits() {
    return CorpusScan.Limits.of(request, request.search().depth());
  }

  /** Returns the number of candidates before the filters, if these follow the search. */
  private OptionalInt depth() {
    return request
        .search()
        .from()
        .map(file -> OptionalInt.of(CandidateTable.depth(file)))
        .orElse(request.search().depth());
  }

  /** Returns the second witness of the queries; empty if the request asks for none. */
  public Optional<WitnessPartners> witness() {
    return witness(prepared.exclusions().queries());
  }

  private Optional<WitnessPartners> witness(CorpusItems asking) {
    return request
        .search()
        .witness()
        .flatMap(rule -> prepared.partners().map(texts -> texts.with(rule, asking, Map.of())));
  }

  private ListChoice choice(CorpusItems asking, int depth, Optional<JudgeScores> judge) {
    return new ListChoice(
        asking,
        prepared.exclusions().corpus(),
        request.filters(),
        request.selection(),
        depth,
        witness(asking),
        judge,
        request.search().judgeUses());
  }
}
