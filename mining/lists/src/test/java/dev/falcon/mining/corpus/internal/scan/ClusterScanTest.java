// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.Progress;
import dev.falcon.data.file.SummedFile;
import dev.falcon.data.sample.SameText;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.TestStores;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.algorithm.SpaceVectors;
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
import dev.falcon.mining.corpus.internal.cluster.Centroids;
import dev.falcon.mining.corpus.internal.cluster.ClusterFile;
import dev.falcon.mining.corpus.internal.cluster.Clustering;
import dev.falcon.mining.corpus.internal.cluster.ProbeChoice;
import dev.falcon.mining.corpus.internal.cluster.ProbeRule;
import dev.falcon.mining.corpus.internal.cluster.SphericalMeans;
import dev.falcon.mining.corpus.internal.same.KnownTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches of clusters beside a search of everything, with ties and with equal texts. */
class ClusterScanTest {
  private static final int ROWS = 700;
  private static final int WORDED_ROWS = 350; // the equal texts have many positives each
  private static final int DIMENSION = 24;
  private static final int CLUSTERS = 20;
  private static final long PLENTY = 1L << 30;

  @TempDir Path folder;
  private Exclusions plain;
  private Exclusions worded;
  private Exclusions several;

  @BeforeEach
  void open() {
    CorpusItems some = items(store("some", WORDED_ROWS), SearchDirection.Side.TEXT);
    KnownTexts words = KnownTexts.of(some, some, SameText.CASED, true);
    ItemPairs without = ItemPairs.none(WORDED_ROWS);
    worded =
        new Exclusions(
            some,
            some,
            Pairing.ofOneStore(some, some, words),
            without,
            without,
            without,
            words,
            true);
    EmbeddingStore store = store("all", ROWS);
    CorpusItems texts = items(store, SearchDirection.Side.TEXT);
    CorpusItems images = items(store, SearchDirection.Side.IMAGE);
    ItemPairs known = Pairing.ofOneStore(texts, texts, KnownTexts.NONE);
    ItemPairs none = ItemPairs.none(ROWS);
    plain = new Exclusions(texts, texts, known, none, none, none, KnownTexts.NONE, false);
    several =
        new Exclusions(
            texts,
            images,
            Pairing.ofOneStore(texts, images, KnownTexts.NONE),
            none,
            none,
            none,
            KnownTexts.NONE,
            false);
  }

  private EmbeddingStore store(String name, int rows) {
    return TestStores.write(
        folder.resolve(name), TestVectors.generate(rows, DIMENSION, 2 * rows / 7, 11));
  }

  private static CorpusItems items(EmbeddingStore store, SearchDirection.Side side) {
    return CorpusItems.of(store, side, StoreCheck.run(store, Progress.NONE));
  }

  private static Clustering clustering(Exclusions exclusions, int threads) {
    try (Parallel parallel = new Parallel(threads);
        Progress.Task task = Progress.NONE.begin("test", ROWS, "items")) {
      Centroids centroids = SphericalMeans.of(exclusions.corpus(), CLUSTERS, 5, parallel);
      return Clustering.of(exclusions.corpus(), centroids, exclusions.captions(), parallel, task);
    }
  }

  private record Searched(
      List<QueryCandidates> found, Map<ExclusionReason, Long> leftOut, int runs) {}

  private static Searched search(
      Exclusions exclusions,
      CorpusScan.Limits limits,
      int threads,
      long budget,
      Optional<ClusterSearch> clusters) {
    return searched(
        exclusions,
        new CorpusScan(exclusions, limits, threads, budget, Optional.empty(), clusters));
  }

  private static Searched searched(Exclusions exclusions, CorpusScan created) {
    try (CorpusScan scan = created;
        Progress.Task task = Progress.NONE.begin("test", ROWS, "queries")) {
      List<QueryCandidates> found = new ArrayList<>();
      int count = exclusions.queries().count();
      int first = count * 4 / 7;
      Map<ExclusionReason, Long> leftOut = new TreeMap<>(scan.part(0, first, task, found::add));
      scan.part(first, count, task, found::add)
          .forEach((reason, items) -> leftOut.merge(reason, items, Long::sum));
      return new Searched(found, leftOut, scan.runs());
    }
  }

  /** In the smallest memory that is enough. */
  private static Searched least(
      Exclusions exclusions,
      CorpusScan.Limits limits,
      int threads,
      Optional<ClusterSearch> clusters) {
    return searched(
        exclusions,
        CorpusScanTest.least(
            budget ->
                new CorpusScan(exclusions, limits, threads, budget, Optional.empty(), clusters)));
  }

  private static void areSame(Searched searched, Searched right) {
    assertThat(searched.leftOut()).isEqualTo(right.leftOut());
    assertThat(searched.found()).hasSameSizeAs(right.found());
    for (int x = 0; x < right.found().size(); x++) {
      QueryCandidates one = searched.found().get(x);
      QueryCandidates other = right.found().get(x);
      assertThat(
              one.query() == other.query()
                  && one.positive() == other.positive()
                  && Arrays.equals(one.items(), other.items())
                  && Arrays.equals(one.scores(), other.scores())
                  && Arrays.equals(one.positives(), other.positives())
                  && Arrays.equals(one.positiveScores(), other.positiveScores())
                  && one.nearer() == other.nearer())
          .as("list %d of query %d", x, other.query())
          .isTrue();
    }
  }

  private static void allClustersAreTheWholeCorpus(
      Exclusions exclusions, ListFilters filters, int k, boolean deep) {
    CorpusScan.Limits limits = new CorpusScan.Limits(filters, k, deep);
    Searched exact = search(exclusions, limits, 1, PLENTY, Optional.empty());
    Optional<ClusterSearch> all =
        Optional.of(
            new ClusterSearch(
                Path.of("none"), clustering(exclusions, 2), nearest(CLUSTERS), CLUSTERS));
    for (int threads = 1; threads <= 3; threads += 2) {
      Searched plenty = search(exclusions, limits, threads, PLENTY, all);
      Searched scarce = least(exclusions, limits, threads, all);

      areSame(plenty, exact);
      areSame(scarce, exact);
      assertThat(plenty.runs()).isEqualTo(1);
      assertThat(scarce.runs()).isGreaterThan(1);
    }
  }

  @Test
  void allClustersGiveTheExactResult() {
    ListFilters margins =
        new ListFilters(Optional.of(new PositiveMargin(0, 0.05f)), MarginTo.EACH, 0.7f, 0.05f);
    allClustersAreTheWholeCorpus(plain, ListFilters.NONE, 25, true);
    allClustersAreTheWholeCorpus(plain, margins, 9, false);
    allClustersAreTheWholeCorpus(worded, ListFilters.NONE, 25, true);
    allClustersAreTheWholeCorpus(worded, margins, 25, false);
    allClustersAreTheWholeCorpus(several, margins, 9, false);
  }

  /** One text has more copies than a block has columns, and the others come in pairs. */
  @Test
  void aTextOfManyCopiesCountsOnceInLittleMemory() {
    EmbeddingStore store =
        TestStores.write(
            folder.resolve("copies"),
            TestVectors.generate(WORDED_ROWS, DIMENSION, 0, 3),
            row -> row < 200 ? "a photo" : "caption " + row / 2);
    CorpusItems texts = items(store, SearchDirection.Side.TEXT);
    ItemPairs none = ItemPairs.none(WORDED_ROWS);
    KnownTexts words = KnownTexts.of(texts, texts, SameText.CASED, true);
    Exclusions copies = new Exclusions(texts, texts, none, none, none, none, words, true);

    allClustersAreTheWholeCorpus(copies, ListFilters.NONE, 12, true);
  }

  /** The clusters of a query by a whole sort of its scores. */
  private static Set<Integer> nearest(Exclusions exclusions, Clustering clustering, int query) {
    float[] vector = exclusions.queries().read(new int[] {query})[0];
    float[] scores = new float[CLUSTERS];
    for (int c = 0; c < CLUSTERS; c++) {
      float[] centroid =
          Arrays.copyOfRange(clustering.centroids().values(), c * DIMENSION, (c + 1) * DIMENSION);
      scores[c] = Kernel.cosine(vector, centroid, DIMENSION, 0, 0);
    }
    return IntStream.range(0, CLUSTERS)
        .boxed()
        .sorted(Comparator.comparing((Integer c) -> -scores[c]).thenComparing(c -> c))
        .limit(3)
        .collect(Collectors.toSet());
  }

  @Test
  void fewClustersGiveTheNearestItemsInThem() {
    for (Exclusions exclusions : List.of(plain, worded)) {
      Clustering clustering = clustering(exclusions, 1);
      int count = exclusions.queries().count();
      Searched everything =
          search(
              exclusions,
              new CorpusScan.Limits(ListFilters.NONE, count, true),
              2,
              PLENTY,
              Optional.empty());

      Searched some =
          search(
              exclusions,
              new CorpusScan.Limits(ListFilters.NONE, 12, true),
              2,
              PLENTY,
              Optional.of(new ClusterSearch(Path.of("none"), clustering, nearest(3), 3)));

      int missed = 0;
      for (int query = 0; query < count; query++) {
        QueryCandidates whole = everything.found().get(query);
        Set<Integer> near = nearest(exclusions, clustering, query);
        int[] there =
            IntStream.range(0, whole.items().length)
                .filter(x -> near.contains(clustering.clusterOf(whole.items()[x])))
                .limit(12)
                .toArray();
        assertThat(some.found().get(query).items())
            .containsExactly(IntStream.of(there).map(x -> whole.items()[x]).toArray());
        for (int x = 0; x < there.length; x++) {
          assertThat(some.found().get(query).scores()[x]).isEqualTo(whole.scores()[there[x]]);
        }
        missed += there.length < 12 || there[11] > 11 ? 1 : 0;
      }
      assertThat(missed).isPositive();
    }
  }

  @Test
  void theClustersDoNotDependOnThreadsAndAreReadAsWritten() throws IOException {
    Clustering one = clustering(worded, 1);
    Clustering three = clustering(worded, 3);
    Path file = folder.resolve("clusters");
    ClusterFile.write(file, one);
    Clustering read = ClusterFile.read(file);

    for (Clustering other : List.of(three, read)) {
      assertThat(other.centroids().values()).containsExactly(one.centroids().values());
      assertThat(other.sizes()).containsExactly(one.sizes());
      for (int item = 0; item < WORDED_ROWS; item++) {
        assertThat(other.clusterOf(item)).isEqualTo(one.clusterOf(item));
      }
    }
    assertThat(IntStream.of(one.sizes()).filter(size -> size > 0).count()).isGreaterThan(5);
    String cure = "remove " + folder + ", and search again";
    assertThatThrownBy(() -> ClusterFile.read(folder.resolve("none")))
        .hasMessageContaining("cannot be read")
        .hasMessageEndingWith(cure);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> ClusterFile.read(file))
        .hasMessage(file + ": is not as it was written; " + cure);
    SummedFile.write(file, out -> out.writeInt(7));
    assertThatThrownBy(() -> ClusterFile.read(file))
        .hasMessage(file + ": cannot be read: it has version 7 of its format, not 1; " + cure);
  }

  /** Most points are equal, so that most clusters are empty and take the others. */
  @Test
  void equalVectorsMakeOneCluster() {
    float[] vectors = new float[300 * 4];
    for (int row = 0; row < 300; row++) {
      vectors[row * 4 + (row < 295 ? 0 : row % 4)] = 1;
    }
    EmbeddingStore store =
        TestStores.write(folder.resolve("equal"), new SpaceVectors(vectors, vectors, 300, 4));
    CorpusItems items =
        CorpusItems.of(store, SearchDirection.Side.TEXT, StoreCheck.run(store, Progress.NONE));

    try (Parallel parallel = new Parallel(1);
        Progress.Task task = Progress.NONE.begin("test", 300, "items")) {
      Centroids centroids = SphericalMeans.of(items, 8, 1, parallel);
      Clustering clustering = Clustering.of(items, centroids, Optional.empty(), parallel, task);

      assertThat(IntStream.of(clustering.sizes()).max().getAsInt()).isGreaterThanOrEqualTo(295);
      assertThat(IntStream.of(clustering.sizes()).filter(size -> size > 0).count())
          .isLessThanOrEqualTo(4);
    }
  }

  @Test
  void aRuleByDistanceAlwaysTakesTheNearestCluster() {
    int[] clusters = {4, 5, 6, 7, 9};
    float[] scores = {0.1f, 0.9f, 0.85f, -0.3f, 0.9f};

    assertThat(ProbeRule.within(1, 0).clusters(clusters, scores)).containsExactly(5, 9, 6);
    assertThat(ProbeRule.within(1, 0.4f).clusters(clusters, scores)).containsExactly(5, 9, 6, 4);
    assertThat(ProbeRule.within(1, -1).clusters(clusters, scores)).containsExactly(5);
    assertThat(nearest(4).clusters(clusters, scores)).containsExactly(5, 9, 6, 4);
  }

  @Test
  void theNearestClusterHasTheFirstOfTheHighestScores() {
    Centroids centroids = clustering(plain, 1).centroids();
    float[] vectors = plain.queries().read(IntStream.range(0, ROWS).toArray())[0];
    for (int near = 1; near <= centroids.groups(); near++) {
      int[] nearest = centroids.nearest(vectors, near);

      centroids.scores(
          new float[][] {vectors},
          all(near),
          (x, clusters, scores) -> {
            int best =
                IntStream.range(0, clusters.length)
                    .reduce((a, b) -> scores[b] > scores[a] ? b : a)
                    .getAsInt();
            assertThat(nearest[x]).isEqualTo(clusters[best]);
          });
    }
  }

  @Test
  void theChosenRuleFindsTheShareThatIsAskedFor() {
    Clustering clustering = clustering(plain, 1);
    assertThat(clustering.centroids().groups()).isGreaterThan(1);
    int k = 12;
    CorpusScan.Limits limits = new CorpusScan.Limits(ListFilters.NONE, k, true);
    List<QueryCandidates> exact = search(plain, limits, 2, PLENTY, Optional.empty()).found();
    float[][] vectors = plain.queries().read(IntStream.range(0, ROWS).toArray());

    ProbeChoice.Chosen chosen = new ProbeChoice(clustering, vectors, exact, 0.8).choose();

    assertThat(chosen.probes()).isBetween(1.0, 15.0);
    List<QueryCandidates> found =
        search(
                plain,
                limits,
                2,
                PLENTY,
                Optional.of(
                    new ClusterSearch(Path.of("none"), clustering, chosen.rule(), chosen.probes())))
            .found();
    int[] hits = new int[2];
    for (int query = 0; query < ROWS; query++) {
      Set<Integer> there =
          IntStream.of(found.get(query).items()).boxed().collect(Collectors.toSet());
      int[] right = exact.get(query).items();
      hits[query % 2] += (int) IntStream.of(right).filter(there::contains).count();
    }
    assertThat(hits[0]).isGreaterThan((int) (0.8 * k * ROWS / 2));
    assertThat(chosen.recall().share()).isEqualTo(hits[1] / (k * ROWS / 2.0), within(1e-12));
  }

  /** With one group a vector has the scores of that group's clusters alone. */
  @Test
  void fewGroupsGiveSomeOfTheScores() {
    Centroids centroids = clustering(plain, 1).centroids();
    float[] vectors = plain.queries().read(IntStream.range(0, ROWS).toArray())[0];
    List<Map<Integer, Float>> whole = new ArrayList<>();
    centroids.scores(
        new float[][] {vectors},
        all(centroids.groups()),
        (x, c, scores) -> whole.add(map(c, scores)));
    List<Map<Integer, Float>> some = new ArrayList<>();
    centroids.scores(new float[][] {vectors}, all(1), (x, c, scores) -> some.add(map(c, scores)));

    assertThat(centroids.groups()).isGreaterThan(1);
    assertThat(whole).hasSize(ROWS).allSatisfy(row -> assertThat(row).hasSize(CLUSTERS));
    for (int row = 0; row < ROWS; row++) {
      assertThat(some.get(row).size()).isPositive().isLessThan(CLUSTERS);
      assertThat(whole.get(row)).containsAllEntriesOf(some.get(row));
    }
  }

  private static ProbeRule all(int groups) {
    return ProbeRule.within(groups, Float.POSITIVE_INFINITY);
  }

  /** Two vectors an item, so that a score is the higher of two. */
  @ParameterizedTest
  @ValueSource(floats = {-1, -0.1f, 0, 0.1f, 0.5f, 4})
  void scoresThatDoNotMatterToARuleAreLeftOut(float reach) {
    Centroids centroids = clustering(plain, 1).centroids();
    float[] one = plain.queries().read(IntStream.range(0, ROWS).toArray())[0];
    float[] other =
        plain.queries().read(IntStream.range(0, ROWS).map(x -> ROWS - 1 - x).toArray())[0];
    float[][] vectors = {one, other};
    ProbeRule rule = ProbeRule.within(centroids.groups(), reach);
    List<int[]> right = new ArrayList<>();
    centroids.scores(
        vectors, all(centroids.groups()), (x, c, scores) -> right.add(rule.clusters(c, scores)));
    int[] taken = new int[1];

    centroids.scores(
        vectors,
        rule,
        (x, c, scores) -> {
          int[] found = rule.clusters(c, scores);
          int ordered = Math.min(8, found.length);
          assertThat(Arrays.copyOf(found, ordered)).isEqualTo(Arrays.copyOf(right.get(x), ordered));
          assertThat(found).containsExactlyInAnyOrder(right.get(x));
          taken[0] += c.length;
        });

    assertThat(right).hasSize(ROWS);
    assertThat(taken[0]).isLessThanOrEqualTo(ROWS * CLUSTERS);
    if (reach <= 0.1f) {
      assertThat(taken[0]).isLessThan(ROWS * CLUSTERS * 3 / 4);
    }
  }

  private static Map<Integer, Float> map(int[] clusters, float[] scores) {
    return IntStream.range(0, clusters.length)
        .boxed()
        .collect(Collectors.toMap(x -> clusters[x], x -> scores[x]));
  }

  private static ProbeRule nearest(int most) {
    return ProbeRule.nearest(CLUSTERS, most);
  }
}
