// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.corpus.ListFilters.MarginTo;
import dev.falcon.mining.corpus.ListSelection.Sampling;
import dev.falcon.mining.corpus.ListSelection.ShortLists;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every list of the reference in exact whole numbers, with what was left out, ties included. */
class CorpusGoldenTest {
  private static final float NO_MAX = Float.POSITIVE_INFINITY;
  private static final float NO_MIN = Float.NEGATIVE_INFINITY;
  private static final ListFilters RELATIVE = relative(0.05f, MarginTo.LEAST);

  @TempDir Path folder;
  private int runs;

  private static ListFilters relative(float part, MarginTo to) {
    return new ListFilters(Optional.of(new PositiveMargin(0, part)), to, NO_MAX, NO_MIN);
  }

  private static ListSelection top(int rangeMin, int rangeMax) {
    return new ListSelection(3, rangeMin, rangeMax, Sampling.TOP, ShortLists.KEEP, 42);
  }

  private static CorpusRequest.Search depth(int depth, Optional<Judging> judging) {
    return new CorpusRequest.Search(
        OptionalInt.of(depth), judging, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private void twoStores(
      String lists,
      Map<String, Long> leftOut,
      Set<Exclusion> exclusions,
      CorpusRequest.Search search,
      ListFilters filters,
      ListSelection selection) {
    Path own = folder.resolve("a" + runs++);
    CorpusRequest request =
        new CorpusRequest(
            new CorpusRequest.Sides(
                GoldenCorpus.queries(own.resolve("q")),
                GoldenCorpus.corpus(own.resolve("d")),
                SearchDirection.TEXT_TEXT),
            new CorpusRequest.Known(
                Optional.of(GoldenCorpus.positives(own)), Optional.empty(), exclusions),
            search,
            filters,
            selection,
            GoldenCorpus.execution(),
            false);
    check(request, lists, leftOut, filters.each(), 1);
  }

  private void check(
      CorpusRequest request,
      String lists,
      Map<String, Long> leftOut,
      boolean each,
      int rowsAnItem) {
    GoldenCorpus.Collected output = new GoldenCorpus.Collected(folder.resolve("lists" + runs++));
    CorpusResult result = GoldenCorpus.mine(request, output);
    assertThat(output.text(each, rowsAnItem)).isEqualTo(lists);
    assertThat(result.summary().leftOut()).isEqualTo(leftOut);
  }

  private void twoStores(String lists, Map<String, Long> out, ListFilters filters) {
    twoStores(
        lists,
        out,
        Set.of(),
        CorpusRequest.Search.WHOLE,
        filters,
        top(0, ListSelection.NO_RANGE_MAX));
  }

  @Test
  void theCosinesOfTheFirstQueryAreThoseOfWholeNumbers() {
    int[] products = {
      3902, -606, -1382, 278, -1954, -3000, 3994, 528, -1424, -380, -3310, -3304, 4058, 904, -988,
      194, -2448, -3120, 3792, 562, -944, -94, -2164, -3692, 3994, 572, -444, -1382, -2136, -3224
    };
    CorpusRequest request =
        new CorpusRequest(
            new CorpusRequest.Sides(
                GoldenCorpus.queries(folder.resolve("q")),
                GoldenCorpus.corpus(folder.resolve("d")),
                SearchDirection.TEXT_TEXT),
            new CorpusRequest.Known(
                Optional.of(GoldenCorpus.positives(folder)), Optional.empty(), Set.of()),
            CorpusRequest.Search.WHOLE,
            ListFilters.NONE,
            ListSelection.top(products.length),
            GoldenCorpus.execution(),
            false);
    GoldenCorpus.Collected output = new GoldenCorpus.Collected(folder.resolve("all"));
    GoldenCorpus.mine(request, output);
    MinedList first = output.lists.get(0);
    int[] found = new int[products.length];
    for (ListedItem item :
        Stream.concat(first.positives().stream(), first.negatives().stream()).toList()) {
      float whole = item.cosine() * 4096;
      found[(int) item.row()] = (int) whole;
      assertThat(whole).isEqualTo(found[(int) item.row()]);
    }
    assertThat(first.positives()).extracting(ListedItem::row).containsExactly(12L, 18L);
    assertThat(found).isEqualTo(products);
  }

  /** Random choices are a pure function of the seed, the query and the item. */
  @Test
  void theFirstDrawsOfSeed42() {
    long[] draws = {4168154621901066494L, 3430710069959320715L, 6273644801657116137L};
    int[] rows = {0, 13, 29};
    for (int x = 0; x < rows.length; x++) {
      assertThat(RandomStream.of(42, "negatives", 0, rows[x]).nextLong() >>> 1).isEqualTo(draws[x]);
    }
  }

  @Test
  void theNearestThatAreNoPositives() {
    twoStores(
        "6 24 0|25 7 13|20 8 15|20 9 8|28 4 16|17 23 11|6 0 12|1 25 13|14 15 20|15 21 20|4 16 22"
            + "|5 17 11",
        Map.of("positive", 16L),
        ListFilters.NONE);
  }

  @Test
  void aRelativeMargin() {
    twoStores(
        "13 25 19|4 28 16|15 26 2|2 27 26|10 7 1|10 16 22|0 12 18|28 4 16|14 15 20|9 8 2|1 7 25"
            + "|10 16 22",
        Map.of("positive", 16L, "margin", 36L),
        RELATIVE);
  }

  @Test
  void theWiderOfTwoMargins() {
    twoStores(
        "13 25 19|4 28 16|3 21 1|25 1 10|7 1 25|10 16 22|18 3 15|28 4 16|14 15 20|2 27 1|1 7 25"
            + "|10 16 22",
        Map.of("positive", 16L, "margin", 49L),
        new ListFilters(
            Optional.of(new PositiveMargin(0.1f, 0.05f)), MarginTo.LEAST, NO_MAX, NO_MIN));
  }

  @Test
  void boundsOfTheScore() {
    twoStores(
        "(none)|4 28 16|3 21 1|8 14 2|7 1 25|(none)|12 18|28 4 16|2 27 9|8 2 27|1 7 25|(none)",
        Map.of("positive", 16L, "max-score", 47L, "min-score", 250L),
        new ListFilters(Optional.empty(), MarginTo.LEAST, 0.9f, 0.5f));
  }

  @Test
  void aRangeOfWhatTheFiltersLeft() {
    twoStores(
        "19 7 3|16 22 14|2 27 9|26 25 1|1 25 13|22 28 8|18 3 15|16 22 14|20 26 8|2 27 1|25 2 27"
            + "|22 8 2",
        Map.of("positive", 16L, "margin", 36L),
        Set.of(),
        CorpusRequest.Search.WHOLE,
        RELATIVE,
        top(2, 6));
  }

  @Test
  void aListForEachPositive() {
    twoStores(
        "12:13 25 19 18:13 25 19|4 28 16|15 26 2|3:8 14 2 15:2 27 26 21:8 14 2|10 7 1|10 16 22"
            + "|0 12 18|7:28 4 16 19:28 4 16|14 15 20|9 8 2|10:1 7 25 28:22 1 7|10 16 22",
        Map.of("positive", 16L, "margin", 48L),
        relative(0.05f, MarginTo.EACH));
  }

  @Test
  void aMarginToTheMostSimilarPositive() {
    twoStores(
        "13 25 19|4 28 16|15 26 2|8 14 2|10 7 1|10 16 22|0 12 18|28 4 16|14 15 20|9 8 2|22 1 7"
            + "|10 16 22",
        Map.of("positive", 16L, "margin", 33L),
        relative(0.05f, MarginTo.MOST));
  }

  /** Bounds are 0.95 (mean + (own - mean) / 2), by whole numbers but for the last step. */
  @ParameterizedTest
  @EnumSource(MarginTo.class)
  void aMarginFromOwnSimilaritiesShrunkHalfwayToTheirMean(MarginTo to) {
    List<Integer> references = new ArrayList<>();
    GoldenCorpus.POSITIVES.forEach(
        (query, items) -> {
          List<Integer> own = items.stream().map(item -> product(query, item)).sorted().toList();
          switch (to) {
            case LEAST -> references.add(own.get(0));
            case MOST -> references.add(own.get(own.size() - 1));
            case EACH -> references.addAll(own);
          }
        });
    double mean = references.stream().mapToInt(own -> own).average().orElseThrow();
    List<String> lists = new ArrayList<>();
    long removed = 0;
    for (int query = 0; query < GoldenCorpus.Q.length; query++) {
      List<Integer> positives = GoldenCorpus.POSITIVES.getOrDefault(query, List.of());
      List<Integer> others = nearest(query, positives);
      List<String> texts = new ArrayList<>();
      for (double own : referred(query, positives, to)) {
        double bound = Double.isNaN(own) ? Double.MAX_VALUE : 0.95 * (mean + (own - mean) / 2);
        int asking = query;
        List<Integer> left =
            others.stream().filter(item -> product(asking, item) <= bound).toList();
        removed += others.size() - left.size();
        String list =
            left.stream().limit(3).map(item -> item + "").collect(Collectors.joining(" "));
        boolean named = to == MarginTo.EACH && positives.size() > 1;
        texts.add(named ? positives.get(texts.size()) + ":" + list : list);
      }
      lists.add(String.join(" ", texts));
    }
    assertThat(removed).isPositive();
    twoStores(
        String.join("|", lists),
        Map.of("positive", 16L, "margin", removed),
        new ListFilters(
            Optional.of(new PositiveMargin(0, 0.05f).with(0.5f, Optional.empty())),
            to,
            NO_MAX,
            NO_MIN));
  }

  private static List<Double> referred(int query, List<Integer> positives, MarginTo to) {
    List<Double> own = positives.stream().map(item -> (double) product(query, item)).toList();
    if (own.isEmpty()) {
      return List.of(Double.NaN);
    }
    return switch (to) {
      case LEAST -> List.of(Collections.min(own));
      case MOST -> List.of(Collections.max(own));
      case EACH -> own;
    };
  }

  private static List<Integer> nearest(int query, List<Integer> positives) {
    return IntStream.range(0, GoldenCorpus.D.length)
        .boxed()
        .filter(item -> !positives.contains(item))
        .sorted(Comparator.comparingInt((Integer item) -> -product(query, item)))
        .toList();
  }

  private static int product(int query, int item) {
    return IntStream.range(0, 4).map(k -> GoldenCorpus.Q[query][k] * GoldenCorpus.D[item][k]).sum();
  }

  @Test
  void aDepthBeforeTheFilters() {
    twoStores(
        "13 25|4|15 26 2|2|10 7|10|0 12 18|28 4|14 15 20|(none)|1 7|10",
        Map.of("positive", 16L, "depth", 284L, "margin", 36L),
        Set.of(),
        depth(5, Optional.empty()),
        RELATIVE,
        top(0, ListSelection.NO_RANGE_MAX));
  }

  @Test
  void theSameWords() {
    twoStores(
        "6 0 13|25 7 13|20 8 15|20 9 8|28 4 16|17 23 11|0 12 18|1 25 13|14 15 20|15 21 20|4 16 22"
            + "|5 17 11",
        Map.of("positive", 16L, "same-caption", 36L),
        Set.of(Exclusion.SAME_CAPTION),
        CorpusRequest.Search.WHOLE,
        ListFilters.NONE,
        top(0, ListSelection.NO_RANGE_MAX));
  }

  @Test
  void aRandomChoiceOfARange() {
    twoStores(
        "19 7 9|4 28 16|15 2 1|27 25 1|10 7 13|16 28 2|18 15 9|4 16 14|14 20 26|1 4 10|1 7 2"
            + "|22 8 27",
        Map.of("positive", 16L, "margin", 36L),
        Set.of(),
        CorpusRequest.Search.WHOLE,
        RELATIVE,
        new ListSelection(3, 0, 8, Sampling.RANDOM, ShortLists.KEEP, 42));
  }

  @Test
  void aJudgeThatFilters() {
    twoStores(
        "6 0 13|7 4 28|8 15 2|20 9 14|10 7 1|17 23 29|6 0 12|25 13 28|14 15 20|15 20|4 22 1"
            + "|23 10 16",
        Map.of("positive", 16L, "depth", 272L, "margin", 23L),
        Set.of(),
        depth(6, Optional.of(judging(Set.of(Judging.Use.FILTER)))),
        relative(0.25f, MarginTo.LEAST),
        top(0, ListSelection.NO_RANGE_MAX));
  }

  @Test
  void aJudgeThatRanksToo() {
    twoStores(
        "13 6 25|7 28 4|15 2 8|14 9 27|7 10 1|29 16 23|18 12 6|4 13 16|8 15 14|20 15|7 25 4"
            + "|16 10 23",
        Map.of("positive", 16L, "depth", 272L, "margin", 23L),
        Set.of(),
        depth(6, Optional.of(judging(Set.of(Judging.Use.FILTER, Judging.Use.RANK)))),
        relative(0.25f, MarginTo.LEAST),
        top(0, ListSelection.NO_RANGE_MAX));
  }

  private Judging judging(Set<Judging.Use> uses) {
    return new Judging(new Judging.Table(GoldenCorpus.judge(folder)), uses);
  }

  private CorpusRequest oneStore(
      EmbeddingStore store, SearchDirection direction, ListFilters filters) {
    return new CorpusRequest(
        new CorpusRequest.Sides(store, store, direction),
        GoldenCorpus.known(Optional.empty()),
        CorpusRequest.Search.WHOLE,
        filters,
        top(0, ListSelection.NO_RANGE_MAX),
        GoldenCorpus.execution(),
        false);
  }

  @Test
  void theTextsOfOneStore() {
    EmbeddingStore store = GoldenCorpus.sixImages(folder.resolve("b"));
    check(
        oneStore(store, SearchDirection.TEXT_TEXT, ListFilters.NONE),
        "1 7 9|10 4 8|9 3 10|2 8 6|7 1 8|10 4 3|3 9 8|10 4 8|9 3 1|2 8 1|7 1 8|10 4 3",
        Map.of("positive", 12L, "self", 12L),
        false,
        1);
    check(
        oneStore(store, SearchDirection.TEXT_TEXT, RELATIVE),
        "1 7 9|10 4 8|3 10 1|2 8 6|7 1 8|10 4 3|3 9 8|10 4 8|9 3 1|8 1 10|7 1 8|10 4 3",
        Map.of("positive", 12L, "self", 12L, "margin", 2L),
        false,
        1);
  }

  @Test
  void imagesOfTwoVectorsThatRowsRepeat() {
    EmbeddingStore store = GoldenCorpus.twoVectors(folder.resolve("c"));
    check(
        oneStore(store, SearchDirection.TEXT_IMAGE, RELATIVE),
        "1 3 2|5|4 5 0|4 5 0|3 5 0|3 1 0|1 2 4|0 5|0 5|5 0|0|4 2 3",
        Map.of("positive", 12L, "margin", 26L),
        false,
        2);
    check(
        oneStore(store, SearchDirection.IMAGE_TEXT, RELATIVE),
        "7 9 8|0 6 5|6 11 0|10 4 0|3 5 11|4 9 2",
        Map.of("positive", 12L, "margin", 26L),
        false,
        1);
    check(
        oneStore(store, SearchDirection.IMAGE_TEXT, ListFilters.NONE),
        "6 7 9|7 1 8|2 8 9|9 3 2|10 4 7|5 3 4",
        Map.of("positive", 12L),
        false,
        1);
  }
}
