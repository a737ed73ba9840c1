// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.ClusteredSample;
import dev.falcon.data.statistics.ClusteredSample.Question;
import dev.falcon.data.statistics.Rate;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.ListSelection.ShortLists;
import dev.falcon.mining.corpus.WithheldShare;
import dev.falcon.mining.corpus.internal.scan.CorpusScan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Measures the false negatives of lists. For drawn queries with several known positives, half of
 * the positives are treated as unknown, the corpus is searched again for these queries, and the
 * withheld positives in the resulting lists are counted. In all other respects a withheld positive
 * is an item like any other: it sets no bound, and its partner is another withheld text of its
 * image.
 *
 * <p>Queries with more than {@value #MOST_POSITIVES} positives, such as captions that occur so
 * often, are not drawn: half of their positives for each of them would be too many to hold.
 *
 * <p>Positives that another exclusion would remove anyway, such as the same image, are not
 * withheld.
 */
public final class HeldOutPositives {
  private static final String QUERIES = "withheld queries";
  private static final String POSITIVES = "withheld positives";
  private static final int LEAST_POSITIVES = 2;
  private static final int MOST_POSITIVES = 1000;

  private final CorpusRequest request;
  private final SearchPlanner.Plan plan;
  private final int[] drawn; // queries, ascending
  private final int[][] withheld; // by drawn query, ascending
  private final Exclusions exclusions;
  private final Optional<JudgeScores> judge;
  private final Map<Long, Integer> partners = new HashMap<>();
  private final Optional<WitnessPartners> witnesses;
  private final Path candidates;
  private boolean searched;

  /**
   * Draws queries, and the positives that are withheld from them.
   *
   * @param plan the search that makes the lists
   * @param count the number of queries to draw, among those with at least two positives that can be
   *     withheld
   * @param candidates the file that keeps the candidates of these queries if filters follow the
   *     search
   */
  public HeldOutPositives(
      CorpusRequest request,
      PreparedRequest prepared,
      SearchPlanner.Plan plan,
      int count,
      Path candidates) {
    this.request = request;
    this.plan = plan;
    this.candidates = candidates;
    Exclusions whole = prepared.exclusions();
    this.witnesses = prepared.partners();
    this.drawn = draw(whole, count);
    this.withheld = new int[drawn.length][];
    LongList known = new LongList();
    LongList vetoes = new LongList();
    LongList sameImage = new LongList();
    LongList documents = new LongList();
    for (int x = 0; x < drawn.length; x++) {
      int[] free = withholdable(whole, drawn[x]).toArray();
      withheld[x] = half(whole, drawn[x], free);
      int[] hidden = withheld[x];
      known.add(
          x,
          IntStream.of(whole.positives(drawn[x]))
              .filter(item -> Arrays.binarySearch(hidden, item) < 0)
              .toArray());
      vetoes.add(x, whole.vetoes(drawn[x]));
      sameImage.add(x, whole.sameImage().of(drawn[x]));
      documents.add(x, whole.documents().of(drawn[x]));
      addPartners(whole.corpus(), x);
    }
    this.exclusions =
        new Exclusions(
            whole.queries().only(drawn),
            whole.corpus(),
            ItemPairs.of(drawn.length, known.toArray()),
            ItemPairs.of(drawn.length, documents.toArray()),
            ItemPairs.of(drawn.length, vetoes.toArray()),
            ItemPairs.of(drawn.length, sameImage.toArray()),
            whole.texts().only(drawn),
            whole.sameCaption());
    this.judge = prepared.judge().map(scores -> scores.only(drawn));
  }

  /** Returns whether a positive of any query can be withheld. */
  static boolean isMeasurable(Exclusions whole) {
    return IntStream.range(0, whole.queries().count())
        .anyMatch(query -> isMeasurable(whole, query));
  }

  private static boolean isMeasurable(Exclusions whole, int query) {
    return whole.positives(query).length <= MOST_POSITIVES
        && withholdable(whole, query).limit(LEAST_POSITIVES).count() == LEAST_POSITIVES;
  }

  private int[] draw(Exclusions whole, int count) {
    long seed = request.selection().seed();
    return IntStream.range(0, whole.queries().count())
        .filter(query -> isMeasurable(whole, query))
        .boxed()
        .sorted(
            Comparator.comparingLong(
                    (Integer query) ->
                        RandomStream.of(seed, QUERIES, whole.queries().row(query)).nextLong())
                .thenComparingInt(query -> query))
        .limit(count)
        .mapToInt(query -> query)
        .sorted()
        .toArray();
  }

  /** Returns the positives that no other exclusion removes. */
  private static IntStream withholdable(Exclusions whole, int query) {
    int[] positives = whole.positives(query);
    int[] vetoes = whole.vetoes(query);
    int[] sameImage = whole.sameImage().of(query);
    return IntStream.of(positives)
        .filter(
            item ->
                Arrays.binarySearch(vetoes, item) < 0
                    && Arrays.binarySearch(sameImage, item) < 0
                    && !whole.texts().same(query, item));
  }

  private int[] half(Exclusions whole, int query, int[] positives) {
    long seed = request.selection().seed();
    long row = whole.queries().row(query);
    return IntStream.of(positives)
        .boxed()
        .sorted(
            Comparator.comparingLong(
                    (Integer item) ->
                        RandomStream.of(seed, POSITIVES, row, whole.corpus().row(item)).nextLong())
                .thenComparingInt(item -> item))
        .limit(positives.length / 2)
        .mapToInt(item -> item)
        .sorted()
        .toArray();
  }

  /**
   * Adds the partners of the withheld texts of a query. The partner of a withheld text is the next
   * withheld text of its image.
   */
  private void addPartners(CorpusItems corpus, int query) {
    Map<String, List<Integer>> ofImage = new HashMap<>();
    for (int item : withheld[query]) {
      String image = corpus.imageId(item).orElse("item " + item);
      ofImage.computeIfAbsent(image, key -> new ArrayList<>(1)).add(item);
    }
    for (List<Integer> items : ofImage.values()) {
      for (int x = 0; x < items.size(); x++) {
        int partner = items.size() == 1 ? CorpusItems.NONE : items.get((x + 1) % items.size());
        partners.put(ItemPairs.pair(query, items.get(x)), partner);
      }
    }
  }

  /** Returns the number of drawn queries. */
  public int queries() {
    return drawn.length;
  }

  /**
   * Measures the share of false negatives.
   *
   * @param rules the request with the filters, selection and witness to measure
   * @param depth the number of candidates before the filters, if these follow the search
   */
  public WithheldShare measure(CorpusRequest rules, OptionalInt depth, Progress progress) {
    if (drawn.length == 0) {
      return WithheldShare.NONE;
    }
    Listed listed = new Listed(rules, choice(rules, depth));
    if (depth.isPresent()) {
      deep(rules, depth, progress, listed::add);
    } else {
      search(rules, depth, progress, listed::add);
    }
    return listed.share();
  }

  /** The lists made with some rules: for each negative, whether it is a withheld positive. */
  private final class Listed {
    private final ListChoice choice;
    private final int needed;
    private final IntStream.Builder answers = IntStream.builder();
    private final LongStream.Builder images = LongStream.builder();
    private final LongStream.Builder items = LongStream.builder();
    private final Map<String, Integer> imageNumbers = new HashMap<>();
    private final TreeSet<Long> listed = new TreeSet<>();

    Listed(CorpusRequest rules, ListChoice choice) {
      this.choice = choice;
      ListSelection selection = rules.selection();
      this.needed = selection.shortLists() == ShortLists.DROP ? selection.count() : 0;
    }

    void add(QueryCandidates found) {
      int query = found.query();
      String image = exclusions.queries().imageId(query).orElse("query " + query);
      int number = imageNumbers.computeIfAbsent(image, key -> imageNumbers.size());
      for (ChosenNegatives list : choice.of(found, new ExclusionCounts())) {
        if (list.items().length < needed) {
          continue;
        }
        for (int item : list.items()) {
          boolean isFalse = Arrays.binarySearch(withheld[query], item) >= 0;
          answers.add(Question.answer(isFalse));
          images.add(number);
          items.add(item);
          if (isFalse) {
            listed.add(ItemPairs.pair(query, item));
          }
        }
      }
    }

    WithheldShare share() {
      return HeldOutPositives.this.share(
          answers.build().toArray(),
          images.build().toArray(),
          items.build().toArray(),
          listed.size());
    }
  }

  private WithheldShare share(int[] answers, long[] images, long[] items, long listed) {
    long count = Arrays.stream(withheld).mapToLong(hidden -> hidden.length).sum();
    if (answers.length == 0) {
      return new WithheldShare(drawn.length, count, 0, 0, Double.NaN, Double.NaN, Double.NaN, "");
    }
    Rate rate =
        new ClusteredSample(
                new int[answers.length],
                new double[] {1},
                ClusteredSample.numbered(images),
                ClusteredSample.numbered(items))
            .rate(IntStream.range(0, answers.length).toArray(), member -> answers[member]);
    return new WithheldShare(
        drawn.length,
        count,
        listed,
        answers.length,
        rate.share(),
        rate.interval().low(),
        rate.interval().high(),
        "");
  }

  private ListChoice choice(CorpusRequest rules, OptionalInt depth) {
    return new ListChoice(
        exclusions.queries(),
        exclusions.corpus(),
        rules.filters(),
        rules.selection(),
        depth.orElse(Integer.MAX_VALUE),
        rules
            .search()
            .witness()
            .flatMap(
                rule -> witnesses.map(texts -> texts.with(rule, exclusions.queries(), partners))),
        judge,
        rules.search().judgeUses());
  }

  /**
   * Passes on the candidates before the filters, which are the same for all rules and are kept in a
   * file.
   */
  private void deep(
      CorpusRequest rules, OptionalInt depth, Progress progress, Consumer<QueryCandidates> each) {
    CandidateTable table = new CandidateTable(exclusions.queries(), exclusions.corpus());
    if (!searched) {
      try (TableWriter out = table.create(candidates, Map.of(), "")) {
        search(rules, depth, progress, found -> table.append(out, found));
        out.commit();
      }
      searched = true;
    }
    table.read(candidates, each);
  }

  private void search(
      CorpusRequest rules, OptionalInt depth, Progress progress, Consumer<QueryCandidates> each) {
    try (CorpusScan scan =
            new CorpusScan(
                exclusions,
                CorpusScan.Limits.of(rules, depth),
                rules.execution().threads(),
                rules.execution().memoryBudget(),
                Optional.empty(),
                plan.clusters());
        Progress.Task task = progress.begin("measuring", drawn.length, "queries")) {
      scan.part(0, drawn.length, task, each);
    }
  }
}
