// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SameText;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.mining.TestStores;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.corpus.ExclusionReason;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListFilters.MarginTo;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.internal.CorpusItems;
import dev.falcon.mining.corpus.internal.Exclusions;
import dev.falcon.mining.corpus.internal.ItemPairs;
import dev.falcon.mining.corpus.internal.Pairing;
import dev.falcon.mining.corpus.internal.QueryCandidates;
import dev.falcon.mining.corpus.internal.same.KnownTexts;
import dev.falcon.mining.internal.certificate.Arithmetic;
import dev.falcon.mining.internal.certificate.OnnxProduct;
import dev.falcon.mining.internal.certificate.OtherProduct;
import dev.falcon.mining.internal.certificate.TestProduct;
import dev.falcon.mining.internal.certificate.TestProduct.Direction;
import dev.falcon.onnx.session.Device;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Vectors with exact duplicates, so that ties are many; every image has three captions, and every
 * fifth caption is the same.
 */
class CorpusScanTest {
  private static final int ROWS = 700;
  private static final int WORDED_ROWS = 500; // the equal texts have many positives each
  private static final int DIMENSION = 24;
  private static final long PLENTY = 1L << 30;
  private static final long STEP = 10_000;
  private static final float NO_MAX = Float.POSITIVE_INFINITY;
  private static final float NO_MIN = Float.NEGATIVE_INFINITY;

  private static OtherProduct onnx;

  @TempDir Path folder;
  private Exclusions plain;
  private Exclusions worded;

  @BeforeAll
  static void openProduct() {
    onnx = OnnxProduct.open(Device.CPU, note -> {});
  }

  @AfterAll
  static void closeProduct() throws Exception {
    onnx.close();
  }

  @BeforeEach
  void open() {
    plain = exclusions(ROWS, false);
    worded = exclusions(WORDED_ROWS, true);
  }

  private Exclusions exclusions(int rows, boolean words) {
    EmbeddingStore store =
        TestStores.write(
            folder.resolve("s" + rows), TestVectors.generate(rows, DIMENSION, 2 * rows / 7, 11));
    CorpusItems texts =
        CorpusItems.of(store, SearchDirection.Side.TEXT, StoreCheck.run(store, Progress.NONE));
    RandomStream random = RandomStream.of(3, "vetoes");
    long[] vetoes = new long[3 * rows];
    for (int x = 0; x < vetoes.length; x++) {
      vetoes[x] = ItemPairs.pair(random.nextInt(rows), random.nextInt(rows));
    }
    KnownTexts known = KnownTexts.of(texts, texts, SameText.CASED, true);
    ItemPairs own = Pairing.ofOneStore(texts, texts, known);
    ItemPairs vetoed = ItemPairs.of(rows, vetoes);
    ItemPairs none = ItemPairs.none(rows);
    return new Exclusions(
        texts, texts, own, none, vetoed, none, words ? known : KnownTexts.NONE, words);
  }

  private static List<String> text(List<QueryCandidates> found) {
    List<String> lists = new ArrayList<>();
    for (QueryCandidates each : found) {
      StringBuilder text = new StringBuilder(each.query() + ":");
      for (int x = 0; x < each.items().length; x++) {
        int bits = Float.floatToRawIntBits(each.scores()[x]);
        text.append(' ').append(each.items()[x]).append('=').append(bits);
      }
      lists.add(text.toString());
    }
    return lists;
  }

  private static void check(Exclusions exclusions, ListFilters filters, int k, boolean deep) {
    NaiveSearch naive = new NaiveSearch(exclusions);
    naive.search(filters, k, deep);
    CorpusScan.Limits limits = new CorpusScan.Limits(filters, k, deep);
    for (boolean streamed : new boolean[] {false, true}) {
      check(exclusions, naive, limits, 1, streamed, Optional.empty());
      check(exclusions, naive, limits, 3, streamed, Optional.empty());
      check(exclusions, naive, limits, 3, streamed, Optional.of(onnx));
    }
    check(exclusions, naive, limits, 2, false, Optional.of(TestProduct.rounding(Arithmetic.TF32)));
    for (Direction direction : Direction.values()) {
      OtherProduct erring = TestProduct.erring(Arithmetic.FLOAT32, 1, direction);
      check(exclusions, naive, limits, 2, false, Optional.of(erring));
    }
  }

  private static void check(
      Exclusions exclusions,
      NaiveSearch naive,
      CorpusScan.Limits limits,
      int threads,
      boolean streamed,
      Optional<OtherProduct> product) {
    try (CorpusScan scan =
            streamed
                ? least(exclusions, limits, threads, product)
                : new CorpusScan(exclusions, limits, threads, PLENTY, product);
        Progress.Task task = Progress.NONE.begin("test", ROWS, "queries")) {
      assertThat(scan.runs() > 1).isEqualTo(streamed);
      List<QueryCandidates> found = new ArrayList<>();
      int count = exclusions.queries().count();
      int first = count * 4 / 7;
      Map<ExclusionReason, Long> leftOut = new TreeMap<>(scan.part(0, first, task, found::add));
      scan.part(first, count, task, found::add)
          .forEach((reason, items) -> leftOut.merge(reason, items, Long::sum));
      String by = product.map(OtherProduct::describe).orElse("the kernel");
      assertThat(text(found)).as(by).isEqualTo(naive.lists);
      assertThat(leftOut).as(by).isEqualTo(naive.leftOut);
    }
  }

  /** In the smallest memory that is enough. */
  private static CorpusScan least(
      Exclusions exclusions,
      CorpusScan.Limits limits,
      int threads,
      Optional<OtherProduct> product) {
    return least(budget -> new CorpusScan(exclusions, limits, threads, budget, product));
  }

  /** Returns a scan in the smallest memory that is enough, to within a step. */
  static CorpusScan least(LongFunction<CorpusScan> create) {
    long low = 0;
    long high = STEP;
    while (!isEnough(create, high)) {
      low = high;
      high *= 2;
      assertThat(high).isLessThan(PLENTY);
    }
    while (high - low > STEP) {
      long middle = (low + high) / 2;
      if (isEnough(create, middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return create.apply(high);
  }

  private static boolean isEnough(LongFunction<CorpusScan> create, long budget) {
    try {
      create.apply(budget).close();
      return true;
    } catch (RequestException e) {
      return false;
    }
  }

  private static ListFilters filters(
      Optional<PositiveMargin> margin, MarginTo to, float max, float min) {
    return new ListFilters(margin, to, max, min);
  }

  @Test
  void theNearestAreThoseOfAWholeSort() {
    check(plain, ListFilters.NONE, 7, true);
  }

  @Test
  void withDuplicatesTheLowerItemIsNearerAtEveryCut() {
    check(plain, ListFilters.NONE, 1, false);
    check(plain, ListFilters.NONE, 150, false);
  }

  @Test
  void boundsAreKeptAndWhatTheyLeaveOutIsCounted() {
    Optional<PositiveMargin> margin = Optional.of(new PositiveMargin(0.05f, 0.1f));
    check(plain, filters(margin, MarginTo.LEAST, NO_MAX, NO_MIN), 20, false);
    check(plain, filters(margin, MarginTo.MOST, 0.6f, 0.1f), 20, false);
    check(plain, filters(margin, MarginTo.EACH, 0.5f, 0.3f), 9, false);
    check(plain, filters(Optional.empty(), MarginTo.LEAST, 0.4f, 0.2f), 30, false);
  }

  @Test
  void ofItemsWithTheSameWordsTheNearestCounts() {
    check(worded, ListFilters.NONE, 25, true);
    Optional<PositiveMargin> margin = Optional.of(new PositiveMargin(0, 0.05f));
    check(worded, filters(margin, MarginTo.EACH, 0.7f, 0.05f), 25, false);
  }

  @Test
  void aMemoryThatIsTooSmallIsRefusedWithWhatIsNeeded() {
    CorpusScan.Limits limits = new CorpusScan.Limits(ListFilters.NONE, 10, false);

    assertThatThrownBy(() -> new CorpusScan(plain, limits, 1, 100_000, Optional.empty()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("needs a memory of");
  }

  /** Of deep lists the results are what takes memory: 5 MB for each strip of 768 queries. */
  @Test
  void resultsArePassedOnBeforeTheyFillTheMemory() {
    CorpusScan.Limits limits = new CorpusScan.Limits(ListFilters.NONE, 650, true);
    List<QueryCandidates> plenty = new ArrayList<>();
    List<QueryCandidates> scarce = new ArrayList<>();
    AtomicLong searched = new AtomicLong();
    List<Long> searchedBefore = new ArrayList<>();
    try (CorpusScan scan = new CorpusScan(plain, limits, 1, PLENTY, Optional.empty());
        CorpusScan small = new CorpusScan(plain, limits, 1, 34L << 20, Optional.empty());
        Progress.Task none = Progress.NONE.begin("test", ROWS, "queries");
        Progress.Task counted = new Progress.Task(searched::addAndGet, () -> {})) {
      scan.part(0, ROWS, none, plenty::add);
      assertThat(small.runs()).isEqualTo(1);
      small.part(
          0,
          ROWS,
          counted,
          found -> {
            searchedBefore.add(searched.get());
            scarce.add(found);
          });
    }

    assertThat(searchedBefore.get(0)).isLessThan(ROWS);
    assertThat(text(scarce)).isEqualTo(text(plenty)).hasSize(ROWS);
  }

  @ParameterizedTest
  @EnumSource(Arithmetic.class)
  void moreThanTheBoundIsNoticed(Arithmetic arithmetic) {
    assertRefused(
        TestProduct.erring(arithmetic, 1.02, Direction.BY_TURNS), "search on the processor");
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -2.5f, 2.5f})
  void theImpossibleIsNoticedInAnyPlace(float value) {
    assertRefused(TestProduct.oneWrong(value), "are not numbers, or greater than they can be");
  }

  private void assertRefused(OtherProduct product, String reason) {
    CorpusScan.Limits limits = new CorpusScan.Limits(ListFilters.NONE, 10, false);
    try (CorpusScan scan = new CorpusScan(plain, limits, 1, PLENTY, Optional.of(product));
        Progress.Task task = Progress.NONE.begin("test", ROWS, "queries")) {
      assertThatThrownBy(() -> scan.part(0, ROWS, task, found -> {}))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining("does not multiply as exactly as lists need")
          .hasMessageContaining(reason);
    }
  }
}
