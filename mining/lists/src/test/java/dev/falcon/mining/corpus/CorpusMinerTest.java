// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.npy.NpyType;
import dev.falcon.data.npy.NpyWriter;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.corpus.ListFilters.MarginTo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one run leaves for the next: parts, candidates, lists that are there already. */
class CorpusMinerTest {
  private static final ListFilters RELATIVE =
      new ListFilters(
          Optional.of(new PositiveMargin(0, 0.05f)),
          MarginTo.LEAST,
          Float.POSITIVE_INFINITY,
          Float.NEGATIVE_INFINITY);

  @TempDir Path folder;
  private EmbeddingStore queries;
  private EmbeddingStore corpus;

  @BeforeEach
  void write() {
    queries = GoldenCorpus.queries(folder.resolve("q"));
    corpus = GoldenCorpus.corpus(folder.resolve("d"));
  }

  private CorpusRequest request(CorpusRequest.Search search, ListFilters filters) {
    return new CorpusRequest(
        new CorpusRequest.Sides(queries, corpus, SearchDirection.TEXT_TEXT),
        GoldenCorpus.known(Optional.of(GoldenCorpus.positives(folder))),
        search,
        filters,
        ListSelection.top(3),
        GoldenCorpus.execution(),
        false);
  }

  private GoldenCorpus.Collected output(String name) {
    return new GoldenCorpus.Collected(folder.resolve(name));
  }

  private static CorpusRequest.Search deep(Optional<Path> candidates) {
    return new CorpusRequest.Search(
        OptionalInt.of(8), Optional.empty(), Optional.empty(), candidates, Optional.empty());
  }

  private static CorpusRequest.Search from(Path file) {
    return new CorpusRequest.Search(
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(file));
  }

  @ParameterizedTest
  @ValueSource(floats = {1, 0.5f, 0})
  void candidatesOfOneSearchGiveTheListsOfAnyFilter(float ownWeight) {
    ListFilters shrunk =
        RELATIVE.with(new PositiveMargin(0, 0.05f).with(ownWeight, Optional.empty()));
    Path file = folder.resolve("candidates.parquet");
    GoldenCorpus.mine(request(deep(Optional.of(file)), ListFilters.NONE), output("all"));
    GoldenCorpus.Collected searched = output("searched");
    GoldenCorpus.Collected read = output("read");
    CorpusResult own = GoldenCorpus.mine(request(deep(Optional.empty()), shrunk), searched);

    CorpusResult later = GoldenCorpus.mine(request(from(file), shrunk), read);

    assertThat(read.lists).isEqualTo(searched.lists).isNotEmpty();
    assertThat(later.summary()).isEqualTo(own.summary());
  }

  /** In whole numbers: row r's other caption of its image is row (r + 6) mod 12. */
  private static List<Integer> witnessed(int query, int depth, double part) {
    int[][] vectors = GoldenCorpus.Q;
    IntBinaryOperator product =
        (a, b) -> IntStream.range(0, 4).map(k -> vectors[a][k] * vectors[b][k]).sum();
    return IntStream.range(0, vectors.length)
        .filter(row -> row % 6 != query % 6)
        .boxed()
        .sorted(
            Comparator.comparingInt((Integer row) -> -product.applyAsInt(query, row))
                .thenComparingInt(row -> row))
        .limit(depth)
        .filter(
            row ->
                product.applyAsInt(query, (row + 6) % 12) < part * product.applyAsInt(query, row))
        .limit(3)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.75, 0.5, 0.125})
  void theSecondWitnessLeavesOutWhatIsNearBothCaptionsOfAnImage(double part) {
    EmbeddingStore store = GoldenCorpus.sixImages(folder.resolve("six"));
    GoldenCorpus.Collected lists = output("witnessed");
    CorpusResult result =
        GoldenCorpus.mine(
            new CorpusRequest(
                new CorpusRequest.Sides(store, store, SearchDirection.TEXT_TEXT),
                GoldenCorpus.known(Optional.empty()),
                new CorpusRequest.Search(
                    OptionalInt.of(8),
                    Optional.empty(),
                    Optional.of(new SecondWitness(part)),
                    Optional.empty(),
                    Optional.empty()),
                ListFilters.NONE,
                ListSelection.top(3),
                GoldenCorpus.execution(),
                false),
            lists);

    for (MinedList list : lists.lists) {
      assertThat(list.negatives().stream().map(item -> (int) item.row()).toList())
          .as("query %d", list.query().row())
          .isEqualTo(witnessed((int) list.query().row(), 8, part));
    }
    assertThat(lists.lists).hasSize(12);
    assertThat(result.summary().leftOut().get("witness")).isPositive();
  }

  @Test
  void filledListsHoldEveryTextOnce() {
    ListFilters strict =
        new ListFilters(
            Optional.empty(), MarginTo.LEAST, Float.POSITIVE_INFINITY, /* minScore= */ 0.5f);
    int more = GoldenCorpus.D.length;
    GoldenCorpus.Collected lists = output("filled");
    CorpusResult result =
        GoldenCorpus.mine(
            new CorpusRequest(
                new CorpusRequest.Sides(queries, corpus, SearchDirection.TEXT_TEXT),
                new CorpusRequest.Known(
                    Optional.of(GoldenCorpus.positives(folder)),
                    Optional.empty(),
                    Set.of(Exclusion.SAME_CAPTION)),
                CorpusRequest.Search.WHOLE,
                strict,
                new ListSelection(
                    more,
                    0,
                    ListSelection.NO_RANGE_MAX,
                    ListSelection.Sampling.TOP,
                    ListSelection.ShortLists.FILL,
                    42),
                GoldenCorpus.execution(),
                false),
            lists);

    Set<String> all = new TreeSet<>();
    IntStream.range(0, GoldenCorpus.D.length)
        .forEach(row -> all.add(corpus.caption(row).orElseThrow()));
    assertThat(all).hasSizeLessThan(GoldenCorpus.D.length);
    for (MinedList list : lists.lists) {
      Set<String> expected = new TreeSet<>(all);
      list.positives().forEach(positive -> expected.remove(positive.text()));
      assertThat(list.negatives().stream().map(ListedItem::text))
          .as("query %d", list.query().row())
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(list.negatives()).anyMatch(item -> item.rank().isPresent());
      assertThat(list.negatives()).anyMatch(item -> item.rank().isEmpty());
    }
    assertThat(result.summary().filled()).isPositive();
  }

  @Test
  void aJudgesScoresAreNotShrunk() {
    CorpusRequest.Search judged =
        new CorpusRequest.Search(
            OptionalInt.of(8),
            Optional.of(
                new Judging(
                    new Judging.Table(GoldenCorpus.judge(folder)), Set.of(Judging.Use.FILTER))),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    ListFilters shrunk = RELATIVE.with(new PositiveMargin(0, 0.05f).with(0.5f, Optional.empty()));
    assertThatThrownBy(() -> request(judged, shrunk))
        .isInstanceOf(RequestException.class)
        .hasMessage("own-weight applies to cosines, but a judge filters here; own-weight=0.5");
  }

  @Test
  void candidatesOfOtherStoresAreRefused() {
    Path file = folder.resolve("candidates.parquet");
    GoldenCorpus.mine(request(deep(Optional.of(file)), ListFilters.NONE), output("all"));
    corpus = GoldenCorpus.sixImages(folder.resolve("other"));

    assertThatThrownBy(() -> GoldenCorpus.mine(request(from(file), RELATIVE), output("read")))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("was made from other stores");
  }

  @Test
  void theListsOfTasksAreThoseOfOneRun() {
    CorpusRequest request = request(CorpusRequest.Search.WHOLE, RELATIVE);
    GoldenCorpus.Collected one = output("one");
    GoldenCorpus.Collected shared = output("shared");
    CorpusResult whole = GoldenCorpus.mine(request, one);
    CorpusMiner miner = new CorpusMiner(Progress.NONE, note -> {});
    int searched = 0;
    for (int task = 0; task < 2; task++) {
      searched += miner.mineShard(request, shared.file(), new Shard(task, 2)).mined();
    }
    assertThat(searched).isEqualTo(1);
    assertThat(CorpusMiner.isBegun(CorpusMiner.work(shared.file()))).isTrue();

    CorpusResult merged = GoldenCorpus.mine(request, shared);

    assertThat(shared.lists).isEqualTo(one.lists);
    assertThat(merged.summary()).isEqualTo(whole.summary());
    assertThat(CorpusMiner.work(shared.file())).doesNotExist();
  }

  @Test
  void partsOfAnotherRequestAreRefused() {
    GoldenCorpus.Collected output = output("lists");
    new CorpusMiner(Progress.NONE, note -> {})
        .mineShard(request(CorpusRequest.Search.WHOLE, RELATIVE), output.file(), Shard.WHOLE);

    assertThatThrownBy(
            () -> GoldenCorpus.mine(request(CorpusRequest.Search.WHOLE, ListFilters.NONE), output))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("of another request");
  }

  @Test
  void aStoreOfTextsAloneIsSearchedAndHasNoImages() throws IOException {
    Path texts = folder.resolve("texts").resolve("text_emb");
    Files.createDirectories(texts);
    try (NpyWriter writer = new NpyWriter(texts.resolve("text_emb_0.npy"), NpyType.FLOAT32, 4)) {
      for (int[] row : GoldenCorpus.D) {
        float[] vector = new float[row.length];
        for (int k = 0; k < row.length; k++) {
          vector[k] = row[k] / 64f;
        }
        writer.append(vector, 0);
      }
    }
    EmbeddingStore store = EmbeddingStore.openAnySide(folder.resolve("texts"));
    Path positives = folder.resolve("numbered.tsv");
    List<String> lines = new ArrayList<>(List.of("query-id\tcorpus-id\tscore"));
    GoldenCorpus.POSITIVES.forEach(
        (query, items) -> items.forEach(item -> lines.add("q" + query + "\t" + item + "\t1")));
    lines.add("q0\tnobody\t1");
    Files.write(positives, lines);
    GoldenCorpus.Collected two = output("two");
    GoldenCorpus.Collected alone = output("alone");
    GoldenCorpus.mine(request(CorpusRequest.Search.WHOLE, RELATIVE), two);
    corpus = store;
    CorpusRequest request =
        new CorpusRequest(
            new CorpusRequest.Sides(queries, store, SearchDirection.TEXT_TEXT),
            GoldenCorpus.known(Optional.of(positives)),
            CorpusRequest.Search.WHOLE,
            RELATIVE,
            ListSelection.top(3),
            GoldenCorpus.execution(),
            false);

    CorpusResult result = GoldenCorpus.mine(request, alone);

    assertThat(alone.text(false, 1)).isEqualTo(two.text(false, 1));
    assertThat(result.summary().unknownPositives()).isEqualTo(1);
    assertThatThrownBy(() -> new CorpusRequest.Sides(queries, store, SearchDirection.TEXT_IMAGE))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("has no image vectors");
    assertThatThrownBy(() -> EmbeddingStore.open(folder.resolve("texts")))
        .isInstanceOf(FalconException.class);
  }
}
