// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.corpus.CorpusMiner;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.CorpusSummary;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.PartSearch;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.lists.ListColumns;
import dev.falcon.mining.lists.ListLayout;
import dev.falcon.mining.request.MiningRequest.Execution;
import dev.falcon.spark.internal.ListJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists from a corpus: the bytes of one process, in any direction, after losses too. */
@Tag("cluster")
class SparkListsTest {
  private static final int PART = 256;

  @TempDir private Path folder;

  @BeforeEach
  void write() {
    SparkStores.own(folder.resolve("store"), 903); // one row is rejected
    SparkStores.own(folder.resolve("other"), 350);
  }

  private CorpusRequest request(
      SearchDirection direction, CorpusRequest.Search search, ListFilters filters) {
    EmbeddingStore store = EmbeddingStore.open(folder.resolve("store"));
    return new CorpusRequest(
        new CorpusRequest.Sides(store, store, direction),
        new CorpusRequest.Known(
            Optional.empty(),
            Optional.empty(),
            direction.corpus() == SearchDirection.Side.TEXT
                ? Set.of(Exclusion.SAME_CAPTION, Exclusion.SAME_IMAGE)
                : Set.of()),
        search,
        filters,
        ListSelection.top(3),
        new Execution(2, 1L << 28),
        false);
  }

  private static CorpusRequest.Search deep(Path candidates) {
    return new CorpusRequest.Search(
        OptionalInt.of(12),
        Optional.empty(),
        Optional.empty(),
        Optional.of(candidates),
        Optional.empty());
  }

  private ListLayout layout(String name, SearchDirection direction) {
    return new ListLayout(
        ListColumns.TRIPLET,
        folder.resolve(name),
        TableFormat.PARQUET,
        3,
        false,
        false,
        false,
        Optional.empty(),
        direction);
  }

  private CorpusSummary mine(CorpusRequest request, ListLayout layout) {
    return new CorpusMiner(Progress.NONE, note -> {}).mine(request, layout).summary();
  }

  private CorpusSummary mine(PartSearch spark, CorpusRequest request, ListLayout layout) {
    return new CorpusMiner(Progress.NONE, note -> {})
        .withParts(PART)
        .searching(spark)
        .mine(request, layout)
        .summary();
  }

  private void assertSame(String file, String expected) throws IOException {
    assertThat(Files.readAllBytes(folder.resolve(file)))
        .isEqualTo(Files.readAllBytes(folder.resolve(expected)));
  }

  /** Of images alone a store knows no positives, which triplets need. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "IMAGE_IMAGE")
  void everyDirectionGivesTheBytesOfOneProcess(SearchDirection direction) throws IOException {
    ListFilters margin =
        new ListFilters(
            Optional.of(new PositiveMargin(0.01f, 0.05f).with(0.5f, Optional.empty())),
            ListFilters.MarginTo.EACH,
            0.95f,
            -0.5f);
    CorpusRequest request = request(direction, CorpusRequest.Search.WHOLE, margin);
    CorpusSummary single = mine(request, layout("single.parquet", direction));

    CorpusSummary spark =
        mine(
            new SparkMiner().lists("local[2]", note -> {}),
            request,
            layout("spark.parquet", direction));

    assertThat(spark).isEqualTo(single);
    assertThat(single.rejected()).isPositive();
    assertSame("spark.parquet", "single.parquet");
    assertThat(CorpusMiner.work(folder.resolve("spark.parquet"))).doesNotExist();
  }

  /** The driver divides the corpus; its tasks look into the same clusters. */
  @Test
  void aSearchWithARecallGivesTheBytesOfOneProcess() throws IOException {
    SparkStores.own(folder.resolve("large"), 4_800);
    EmbeddingStore store = EmbeddingStore.open(folder.resolve("large"));
    SearchDirection direction = SearchDirection.TEXT_IMAGE;
    CorpusRequest request =
        new CorpusRequest(
            new CorpusRequest.Sides(store, store, direction),
            new CorpusRequest.Known(Optional.empty(), Optional.empty(), Set.of()),
            new CorpusRequest.Search(
                OptionalInt.of(12),
                OptionalDouble.of(0.9),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            ListFilters.NONE,
            ListSelection.top(3),
            new Execution(2, 1L << 28),
            false);
    CorpusSummary single = mine(request, layout("single.parquet", direction));

    CorpusSummary spark =
        mine(
            new SparkMiner().lists("local[2]", note -> {}),
            request,
            layout("spark.parquet", direction));

    assertThat(single.recall().orElseThrow().whyExact()).isEmpty();
    assertThat(spark).isEqualTo(single);
    assertSame("spark.parquet", "single.parquet");
  }

  /** Parts that are there are not searched again; a part that fails costs itself alone. */
  @Test
  void aStoppedSearchResumes() throws IOException {
    SearchDirection direction = SearchDirection.TEXT_TEXT;
    CorpusSummary single =
        mine(
            request(direction, deep(folder.resolve("c1.parquet")), ListFilters.NONE),
            layout("single.parquet", direction));
    CorpusRequest request =
        request(direction, deep(folder.resolve("c2.parquet")), ListFilters.NONE);
    ListLayout layout = layout("spark.parquet", direction);
    List<Integer> searched = new ArrayList<>();
    try (JavaSparkContext spark = TestClusters.start("local[2]")) {
      ListJob job = new ListJob(spark, note -> {});
      PartSearch stopping =
          (search, parts, attempts, done) ->
              job.search(
                  search,
                  parts,
                  attempts,
                  each -> {
                    if (searched.size() == 2) {
                      throw new FalconException("stopped");
                    }
                    done.accept(each);
                    searched.add(each.part());
                  });
      assertThatThrownBy(() -> mine(stopping, request, layout)).hasRootCauseMessage("stopped");
      assertThat(searched).hasSize(2);
      List<Integer> left = new ArrayList<>();
      PartSearch rest =
          (search, parts, attempts, done) ->
              job.search(
                  search,
                  parts,
                  attempts,
                  each -> {
                    done.accept(each);
                    left.add(each.part());
                  });

      CorpusSummary resumed = mine(rest, request, layout);

      assertThat(left).hasSize(2).doesNotContainAnyElementsOf(searched);
      assertThat(resumed).isEqualTo(single);
    }
    assertSame("spark.parquet", "single.parquet");
    assertSame("c2.parquet", "c1.parquet");
  }

  /** Executors are processes of their own, which open the stores themselves. */
  @Test
  void executorsOfTheirOwnSearchTwoStores() throws IOException {
    Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
    Path positives = folder.resolve("positives.csv");
    List<String> lines = new ArrayList<>(List.of("query_key,corpus_key"));
    for (int row = 0; row < 300; row += 2) {
      lines.add("key-" + row + ",key-" + row / 2);
    }
    Files.write(positives, lines);
    CorpusRequest request =
        new CorpusRequest(
            new CorpusRequest.Sides(
                EmbeddingStore.open(folder.resolve("store")),
                EmbeddingStore.open(folder.resolve("other")),
                SearchDirection.TEXT_TEXT),
            new CorpusRequest.Known(Optional.of(positives), Optional.empty(), Set.of()),
            CorpusRequest.Search.WHOLE,
            ListFilters.NONE,
            ListSelection.top(3),
            new Execution(2, 1L << 28),
            false);
    SearchDirection direction = SearchDirection.TEXT_TEXT;
    CorpusSummary single = mine(request, layout("single.parquet", direction));
    try (JavaSparkContext spark = TestClusters.start("local-cluster[2,1,1024]")) {
      CorpusSummary summary =
          mine(new ListJob(spark, note -> {}), request, layout("spark.parquet", direction));

      assertThat(summary).isEqualTo(single);
    }
    assertSame("spark.parquet", "single.parquet");
  }
}
