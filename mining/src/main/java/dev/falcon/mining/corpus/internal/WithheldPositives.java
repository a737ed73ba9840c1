package dev.falcon.mining.corpus.internal;

import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.ClusteredSample;
import dev.falcon.data.statistics.ClusteredSample.Question;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.ListSelection.ShortLists;
import dev.falcon.mining.corpus.WithheldShare;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Measures the false negatives of lists: of drawn queries with several known positives half of them
 * are treated as unknown, the corpus is searched for these queries again, and the withheld ones in
 * their lists are counted. For everything else a withheld positive is an item like any other: it
 * bounds no margin, and its witness is another withheld text of its image.
 *
 * <p>Positives that another exclusion removes, too, such as the same image, are not withheld.
 */
public final class WithheldPositives {
  private static final String QUERIES = "withheld queries";
  private static final String POSITIVES = "withheld positives";

  private final CorpusRequest request;
  private final int[] drawn; // queries, ascending
  private final int[][] withheld; // by drawn query, ascending
  private final Exclusions exclusions;
  private final Optional<JudgeScores> judge;
  private final Map<Long, Integer> partners = new HashMap<>();
  private final Optional<Partners> witnesses;
  private Optional<List<Found>> searched = Optional.empty();

  /**
   * Draws queries, and the positives that are withheld from them.
   *
   * @param count number of queries to draw, of those with at least two positives to choose from
   */
  public WithheldPositives(CorpusRequest request, Prepared prepared, int count) {
    this.request = request;
    Exclusions whole = prepared.exclusions();
    this.witnesses = prepared.partners();
    this.drawn = draw(whole, count);
    this.withheld = new int[drawn.length][];
    Growing known = new Growing();
    Growing vetoes = new Growing();
    Growing sameImage = new Growing();
    for (int x = 0; x < drawn.length; x++) {
      int[] free = withholdable(whole, drawn[x]);
      withheld[x] = half(whole, drawn[x], free);
      int[] hidden = withheld[x];
      add(
          known,
          x,
          IntStream.of(whole.positives().of(drawn[x]))
              .filter(item -> Arrays.binarySearch(hidden, item) < 0)
              .toArray());
      add(vetoes, x, whole.vetoes().of(drawn[x]));
      add(sameImage, x, whole.sameImage().of(drawn[x]));
      addPartners(whole.corpus(), x);
    }
    this.exclusions =
        new Exclusions(
            whole.queries().only(drawn),
            whole.corpus(),
            ItemPairs.of(drawn.length, known.toArray()),
            ItemPairs.of(drawn.length, vetoes.toArray()),
            ItemPairs.of(drawn.length, sameImage.toArray()),
            whole.captions());
    this.judge = prepared.judge().map(scores -> scores.only(drawn));
  }

  private static void add(Growing pairs, int query, int[] items) {
    for (int item : items) {
      pairs.add(ItemPairs.pair(query, item));
    }
  }

  private int[] draw(Exclusions whole, int count) {
    long seed = request.selection().seed();
    return IntStream.range(0, whole.queries().count())
        .filter(query -> withholdable(whole, query).length >= 2)
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

  /** The positives that nothing else excludes. */
  private static int[] withholdable(Exclusions whole, int query) {
    int[] positives = whole.positives().of(query);
    int[] vetoes = whole.vetoes().of(query);
    int[] sameImage = whole.sameImage().of(query);
    return IntStream.of(positives)
        .filter(
            item ->
                Arrays.binarySearch(vetoes, item) < 0 && Arrays.binarySearch(sameImage, item) < 0)
        .toArray();
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

  /** The partner of a withheld text is the next withheld one of its image. */
  private void addPartners(CorpusItems corpus, int query) {
    int[] hidden = withheld[query];
    for (int x = 0; x < hidden.length; x++) {
      int partner = CorpusItems.NONE;
      for (int step = 1; step < hidden.length && partner == CorpusItems.NONE; step++) {
        int other = hidden[(x + step) % hidden.length];
        Optional<String> image = corpus.imageId(hidden[x]);
        if (image.isPresent() && image.equals(corpus.imageId(other))) {
          partner = other;
        }
      }
      partners.put(ItemPairs.pair(query, hidden[x]), partner);
    }
  }

  /** Number of drawn queries. */
  public int queries() {
    return drawn.length;
  }

  /**
   * Measures.
   *
   * @param rules the request with the filters, selection and witness to measure
   * @param depth number of candidates before the filters, if these follow the search
   */
  public WithheldShare measure(CorpusRequest rules, OptionalInt depth, Progress progress) {
    if (drawn.length == 0) {
      return WithheldShare.NONE;
    }
    List<Found> found =
        depth.isPresent() ? deep(rules, depth, progress) : search(rules, depth, progress);
    ListChoice choice = choice(rules, depth);
    IntStream.Builder answers = IntStream.builder();
    LongStream.Builder images = LongStream.builder();
    LongStream.Builder items = LongStream.builder();
    Map<String, Integer> imageNumbers = new HashMap<>();
    boolean drops = rules.selection().shortLists() == ShortLists.DROP;
    TreeSet<Long> listed = new TreeSet<>();
    Reasons unused = new Reasons();
    for (Found each : found) {
      int query = each.query();
      String name = "query " + query;
      String image = exclusions.queries().imageId(query).orElse(name);
      int number = imageNumbers.computeIfAbsent(image, key -> imageNumbers.size());
      for (Chosen list : choice.of(each, unused)) {
        if (drops && list.items().length < rules.selection().count()) {
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
    return share(
        answers.build().toArray(),
        images.build().toArray(),
        items.build().toArray(),
        listed.size());
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
        ListRun.uses(rules));
  }

  /** The search before filters is the same for all rules. */
  private List<Found> deep(CorpusRequest rules, OptionalInt depth, Progress progress) {
    if (searched.isEmpty()) {
      searched = Optional.of(search(rules, depth, progress));
    }
    return searched.get();
  }

  private List<Found> search(CorpusRequest rules, OptionalInt depth, Progress progress) {
    try (CorpusScan scan =
            new CorpusScan(
                exclusions,
                ListRun.limits(rules, depth),
                rules.execution().threads(),
                rules.execution().memoryBudget(),
                Optional.empty());
        Progress.Task task = progress.begin("measuring", drawn.length, "queries")) {
      return scan.part(0, drawn.length, task).found();
    }
  }
}
