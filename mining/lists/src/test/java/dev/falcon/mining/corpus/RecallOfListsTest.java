// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Seals;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.work.Shard;
import dev.falcon.data.work.WorkStatus;
import dev.falcon.kernels.Kernel;
import dev.falcon.mining.TestStores;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.corpus.internal.cluster.SphericalMeans;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists from an approximate search beside a whole sort of every sampled query's cosines. */
class RecallOfListsTest {
  private static final int ROWS = 2_400;
  private static final int DIMENSION = 16;
  private static final int DEPTH = 20;
  private static final int LISTED = 4;
  private static final int SAMPLE = ROWS / 4;
  private static final double RECALL = 0.95;

  @TempDir static Path shared;
  private static SpaceVectors vectors;
  private static GoldenCorpus.Collected atOnce;
  private static CorpusSummary summaryAtOnce;
  private static final List<String> NOTES_AT_ONCE = new ArrayList<>();

  @TempDir Path folder;

  @BeforeAll
  static void write() {
    vectors = TestVectors.generate(ROWS, DIMENSION, 0, 8);
    TestStores.write(shared.resolve("store"), vectors);
    atOnce = new GoldenCorpus.Collected(shared.resolve("at-once"));
    summaryAtOnce =
        new CorpusMiner(Progress.NONE, NOTES_AT_ONCE::add)
            .mine(approximate(1, Optional.of(shared.resolve("candidates.parquet"))), atOnce)
            .summary();
  }

  private static CorpusRequest.Search search(
      OptionalDouble recall, Optional<Path> candidates, boolean deep) {
    return new CorpusRequest.Search(
        deep ? OptionalInt.of(DEPTH) : OptionalInt.empty(),
        recall,
        Optional.empty(),
        deep ? Optional.of(new SecondWitness(0.95)) : Optional.empty(),
        candidates,
        Optional.empty());
  }

  private static CorpusRequest approximate(int threads, Optional<Path> candidates) {
    return request(
        EmbeddingStore.open(shared.resolve("store")),
        search(OptionalDouble.of(RECALL), candidates, true),
        threads);
  }

  private static CorpusRequest request(
      EmbeddingStore store, CorpusRequest.Search search, int threads) {
    return new CorpusRequest(
        new CorpusRequest.Sides(store, store, SearchDirection.TEXT_TEXT),
        new CorpusRequest.Known(Optional.empty(), Optional.empty(), Set.of()),
        search,
        ListFilters.NONE,
        ListSelection.top(LISTED),
        new Execution(threads, 1L << 28),
        false);
  }

  private GoldenCorpus.Collected output(String name) {
    return new GoldenCorpus.Collected(folder.resolve(name));
  }

  private static float cosine(int query, int item) {
    return Kernel.cosine(vectors.text(), vectors.text(), DIMENSION, query, item) + 0f;
  }

  /**
   * Every fifth text is the same, so that what is known of one of them is known of all. An image
   * has three rows.
   */
  private static boolean isExcluded(int query, int item) {
    int first = item / 3 * 3;
    boolean common = IntStream.range(first, first + 3).anyMatch(row -> row % 5 == 0);
    return item / 3 == query / 3 || (query % 5 == 0 && common);
  }

  /** The nearest texts that are not known positives, by a whole sort. */
  private static List<Integer> nearest(int query) {
    float[] scores = new float[ROWS];
    for (int item = 0; item < ROWS; item++) {
      scores[item] = cosine(query, item);
    }
    return IntStream.range(0, ROWS)
        .filter(item -> !isExcluded(query, item))
        .boxed()
        .sorted(
            Comparator.comparing((Integer item) -> -scores[item]).thenComparingInt(item -> item))
        .limit(DEPTH)
        .toList();
  }

  /** The partner of a text is the next of its image. */
  private static boolean isSuspected(int query, int item) {
    int partner = item / 3 * 3 + (item + 1) % 3;
    return cosine(query, partner) >= 0.95 * cosine(query, item);
  }

  private static Set<Integer> items(MinedList list) {
    return list.negatives().stream().map(item -> (int) item.row()).collect(Collectors.toSet());
  }

  @Test
  void recallIsThatOfAWholeSortOfTheSample() {
    SearchRecall recall = summaryAtOnce.recall().orElseThrow();
    int[] sample =
        SphericalMeans.strata(
            ROWS, SAMPLE, ListSelection.top(LISTED).seed(), "queries of a measured recall");
    long found = 0;
    long all = 0;
    Set<Integer> seen = new HashSet<>();
    for (int x = 1; x < SAMPLE; x += 2) { // every other one chooses the clusters
      int query = sample[x];
      Set<Integer> listed = items(atOnce.lists.get(query));
      List<Integer> right =
          nearest(query).stream().filter(item -> !isSuspected(query, item)).limit(LISTED).toList();
      all += right.size();
      found += right.stream().filter(listed::contains).count();
      seen.add(query);
    }
    assertThat(seen).hasSize(SAMPLE / 2);
    assertThat(recall.negatives().items()).isEqualTo(all);
    assertThat(recall.negatives().share()).isEqualTo((double) found / all);
    assertThat(recall.candidates().items()).isEqualTo(SAMPLE / 2L * DEPTH);
    assertThat(recall.candidates().high()).isGreaterThanOrEqualTo(RECALL);
    assertThat(recall.exactly()).isFalse();
    assertThat(recall.pairs()).isLessThanOrEqualTo(0.25);
    assertThat(NOTES_AT_ONCE)
        .anyMatch(note -> note.matches("a query looks into [0-9.]+ of [0-9]+ clusters.*"))
        .anyMatch(note -> note.matches("the search takes about .*, an exact one about .* sample"))
        .anyMatch(
            note ->
                note.startsWith(
                    "2,400 queries and 2,400 items, which take 1 MB of memory or are read several"
                        + " times; candidates take up to 1 MB of disk; dividing the items"));
    for (MinedList list : atOnce.lists) {
      for (ListedItem item : list.negatives()) {
        assertThat(item.cosine()).isEqualTo(cosine((int) list.query().row(), (int) item.row()));
      }
    }
  }

  /** A search of many queries would pay for more clusters than there are items. */
  @Test
  void aSmallCorpusIsNotDividedIntoMoreClustersThanItHasItems() throws IOException {
    EmbeddingStore queries =
        TestStores.write(folder.resolve("queries"), TestVectors.generate(24_000, 8, 0, 3));
    EmbeddingStore corpus =
        TestStores.write(folder.resolve("corpus"), TestVectors.generate(600, 8, 0, 4));
    Path positives = folder.resolve("positives.tsv");
    Files.writeString(
        positives, "query_key\tcorpus_key\n" + queries.key(0) + "\t" + corpus.key(0) + "\n");

    CorpusSummary summary =
        new CorpusMiner(Progress.NONE, note -> {})
            .mine(
                new CorpusRequest(
                    new CorpusRequest.Sides(queries, corpus, SearchDirection.TEXT_TEXT),
                    new CorpusRequest.Known(Optional.of(positives), Optional.empty(), Set.of()),
                    search(OptionalDouble.of(RECALL), Optional.empty(), true),
                    ListFilters.NONE,
                    ListSelection.top(LISTED),
                    new Execution(2, 1L << 28),
                    false),
                output("small"))
            .summary();

    assertThat(summary.recall().orElseThrow().clusters()).isLessThanOrEqualTo(64);
  }

  @Test
  void tasksShareOnePlan() throws IOException {
    CorpusRequest request = approximate(2, Optional.empty());
    GoldenCorpus.Collected lists = output("shared");
    CorpusMiner miner = new CorpusMiner(Progress.NONE, note -> {}).withParts(ROWS / 2);

    assertThat(miner.mineShard(request, lists.file(), new Shard(0, 2)).missing()).isEqualTo(1);
    Path plan = CorpusMiner.work(lists.file()).resolve("recall.json");
    byte[] planned = Files.readAllBytes(plan);
    Files.writeString(plan, Files.readString(plan).replace("\"version\" : 2", "\"version\" : 7"));
    Seals.seal(plan);
    assertThatThrownBy(() -> miner.mineShard(request, lists.file(), new Shard(1, 2)))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            "%s: is a plan of version 7, not 2; remove %s, and search again"
                .formatted(plan, plan.getParent()));
    Files.write(plan, planned);
    Seals.seal(plan);
    WorkStatus status = CorpusMiner.status(CorpusMiner.work(lists.file())).orElseThrow();
    assertThat(miner.mineShard(request, lists.file(), new Shard(1, 2)).missing()).isZero();

    assertThat(Files.readAllBytes(plan)).isEqualTo(planned);
    assertThat(status.finished()).hasSize(1);
    assertThat(miner.mine(request, lists).summary()).isEqualTo(summaryAtOnce);
    assertThat(lists.lists).isEqualTo(atOnce.lists);
  }

  /** The second of two parts is stopped by its reader, and searched again. */
  @Test
  void aStoppedRunResumesWithItsPlan() {
    CorpusRequest request = approximate(2, Optional.empty());
    GoldenCorpus.Collected lists = output("stopped");
    PartSearch stops =
        (search, parts, attempts, done) -> {
          Path table = attempts.resolve("0.parquet");
          done.accept(search.search(0, table, new Execution(1, 1L << 28)));
          search.closeIdle();
          throw new FalconException("stopped");
        };
    CorpusMiner miner = new CorpusMiner(Progress.NONE, note -> {}).withParts(ROWS / 2);
    assertThatThrownBy(() -> miner.searching(stops).mine(request, lists)).hasMessage("stopped");
    List<String> notes = new ArrayList<>();

    new CorpusMiner(Progress.NONE, notes::add).withParts(ROWS / 2).mine(request, lists);

    assertThat(notes).anyMatch(note -> note.contains("1 of 2 parts is done"));
    assertThat(notes).noneMatch(note -> note.contains("dividing"));
    assertThat(lists.lists).isEqualTo(atOnce.lists);
  }

  /** The part is searched as another process would: from what it reads. */
  @Test
  void partsAreSearchedElsewhereByTheSamePlan() {
    CorpusRequest request = approximate(2, Optional.empty());
    GoldenCorpus.Collected lists = output("there");
    PartSearch elsewhere =
        (search, parts, attempts, done) -> {
          SharedSearch sent = sent(search);
          for (int part : parts) {
            Path table = attempts.resolve(part + ".parquet");
            done.accept(sent.search(part, table, new Execution(1, 1L << 28)));
          }
          sent.closeIdle();
        };

    new CorpusMiner(Progress.NONE, note -> {})
        .withParts(ROWS / 2)
        .searching(elsewhere)
        .mine(request, lists);

    assertThat(lists.lists).isEqualTo(atOnce.lists);
  }

  private static SharedSearch sent(SharedSearch search) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(search);
      }
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        return (SharedSearch) in.readObject();
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void noiseIsSearchedExactlyAndSaysSo() {
    float[] noise = new float[ROWS * 96];
    RandomStream random = RandomStream.of(1, "noise");
    for (int row = 0; row < ROWS; row++) {
      double squares = 0;
      for (int k = row * 96; k < (row + 1) * 96; k++) {
        noise[k] = (float) random.nextGaussian();
        squares += noise[k] * noise[k];
      }
      for (int k = row * 96; k < (row + 1) * 96; k++) {
        noise[k] /= (float) Math.sqrt(squares);
      }
    }
    EmbeddingStore store =
        TestStores.write(folder.resolve("noise"), new SpaceVectors(noise, noise, ROWS, 96));
    CorpusRequest request =
        request(store, search(OptionalDouble.of(RECALL), Optional.empty(), false), 2);
    List<String> notes = new ArrayList<>();

    CorpusSummary summary =
        new CorpusMiner(Progress.NONE, notes::add).mine(request, output("noise-lists")).summary();

    SearchRecall recall = summary.recall().orElseThrow();
    assertThat(recall.exactly()).isTrue();
    assertThat(recall.pairs()).isEqualTo(1);
    assertThat(notes)
        .anyMatch(note -> note.contains("no division into clusters helps with these vectors"));
  }

  /** All lie in one cluster. */
  @Test
  void equalVectorsAreSearchedExactlyAndSaySo() {
    int rows = 800;
    float[] equal = new float[rows * 4];
    for (int row = 0; row < rows; row++) {
      equal[row * 4] = 1;
    }
    EmbeddingStore store =
        TestStores.write(folder.resolve("equal"), new SpaceVectors(equal, equal, rows, 4));
    GoldenCorpus.Collected lists = output("equal-lists");
    CorpusRequest.Search asked = search(OptionalDouble.of(RECALL), Optional.empty(), false);

    CorpusSummary summary = GoldenCorpus.mine(request(store, asked, 2), lists).summary();

    assertThat(summary.recall().orElseThrow().whyExact())
        .contains("a recall of 0.95 would compare 100 % of the pairs");
    assertThat(lists.lists).hasSize(rows);
    assertThat(lists.lists.get(0).negatives()) // others are of images with the query's text
        .extracting(ListedItem::row)
        .containsExactly(6L, 7L, 8L, 12L);
  }

  @Test
  void aSmallSearchIsExactAndSaysSo() {
    EmbeddingStore queries = GoldenCorpus.queries(folder.resolve("q"));
    EmbeddingStore corpus = GoldenCorpus.corpus(folder.resolve("d"));
    GoldenCorpus.Collected lists = output("small");
    CorpusSummary summary =
        GoldenCorpus.mine(
                new CorpusRequest(
                    new CorpusRequest.Sides(queries, corpus, SearchDirection.TEXT_TEXT),
                    GoldenCorpus.known(Optional.of(GoldenCorpus.positives(folder))),
                    search(OptionalDouble.of(RECALL), Optional.empty(), false),
                    ListFilters.NONE,
                    ListSelection.top(3),
                    GoldenCorpus.execution(),
                    false),
                lists)
            .summary();

    assertThat(summary.recall().orElseThrow().whyExact())
        .contains("clusters would take as long as they save");
  }

  @Test
  void aRecallThatCannotBeIsRefused() {
    for (double recall : new double[] {0.5, 0.899, 1, 1.5, -1, Double.NaN}) {
      assertThatThrownBy(() -> search(OptionalDouble.of(recall), Optional.empty(), false))
          .isInstanceOf(RequestException.class)
          .hasMessageContaining("recall must lie in [0.9, 1)");
    }
    assertThatThrownBy(
            () ->
                new CorpusRequest.Search(
                    OptionalInt.empty(),
                    OptionalDouble.of(RECALL),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(folder.resolve("candidates"))))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("candidates from a file are not searched");
  }
}
