// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.Side;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.mining.constraint.SecondWitness;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lists of a store of pairs of texts: its anchors ask, the texts that belong to them are searched.
 */
class PairCorpusTest {
  private static final int ANCHORS = 12;
  private static final int ROWS = 18; // the first six anchors have a second text

  @TempDir Path folder;
  private EmbeddingStore pairs;

  @BeforeEach
  void write() {
    StoreOptions options =
        new StoreOptions(
                StoreLayout.ARROW,
                VectorType.FLOAT32,
                4,
                5,
                true,
                true,
                Provenance.of("test", 0, Map.of(), List.of()),
                null)
            .withSides(Side.TEXTS);
    try (StoreWriter writer = StoreWriter.open(folder.resolve("pairs"), options, false)) {
      for (int row = 0; row < ROWS; row++) {
        writer.append(
            "k" + row,
            Optional.of("anchor-" + row % ANCHORS),
            Optional.of("passage " + row),
            Optional.of("question " + row % ANCHORS),
            GoldenCorpus.floats(GoldenCorpus.Q[row % ANCHORS]),
            0,
            GoldenCorpus.floats(GoldenCorpus.D[row]),
            0);
      }
      writer.finish();
    }
    pairs = EmbeddingStore.open(folder.resolve("pairs"));
  }

  private static int product(int[] a, int[] b) {
    return IntStream.range(0, a.length).map(k -> a[k] * b[k]).sum();
  }

  /** The nearest texts of other anchors, in whole numbers. */
  private static List<Integer> nearest(int query, int depth, IntPredicate stays) {
    return IntStream.range(0, ROWS)
        .filter(row -> row % ANCHORS != query)
        .boxed()
        .sorted(
            Comparator.comparingInt(
                    (Integer row) -> -product(GoldenCorpus.Q[query], GoldenCorpus.D[row]))
                .thenComparingInt(row -> row))
        .limit(depth)
        .filter(stays::test)
        .limit(3)
        .toList();
  }

  private GoldenCorpus.Collected mine(CorpusRequest.Search search) {
    GoldenCorpus.Collected lists = new GoldenCorpus.Collected(folder.resolve("lists"));
    GoldenCorpus.mine(
        new CorpusRequest(
            new CorpusRequest.Sides(pairs, pairs, SearchDirection.TEXT_TEXT),
            GoldenCorpus.known(Optional.empty()),
            search,
            ListFilters.NONE,
            ListSelection.top(3),
            GoldenCorpus.execution(),
            false),
        lists);
    return lists;
  }

  private static List<Integer> rows(List<ListedItem> items) {
    return items.stream().map(item -> (int) item.row()).toList();
  }

  @Test
  void everyAnchorAsksOnceAndItsOwnTextsAreItsPositives() {
    GoldenCorpus.Collected mined = mine(CorpusRequest.Search.WHOLE);

    assertThat(mined.lists).hasSize(ANCHORS);
    for (int query = 0; query < ANCHORS; query++) {
      MinedList list = mined.lists.get(query);
      assertThat(list.query().text()).isEqualTo("question " + query);
      assertThat(rows(list.positives()))
          .isEqualTo(query < ROWS - ANCHORS ? List.of(query, query + ANCHORS) : List.of(query));
      assertThat(rows(list.negatives())).isEqualTo(nearest(query, ROWS, row -> true));
      assertThat(list.negatives().get(0).text())
          .isEqualTo("passage " + list.negatives().get(0).row());
    }
  }

  @Test
  void aTextsAnchorIsItsSecondWitness() {
    double part = 0.75;
    CorpusRequest.Search search =
        new CorpusRequest.Search(
            OptionalInt.of(8),
            Optional.empty(),
            Optional.of(new SecondWitness(part)),
            Optional.empty(),
            Optional.empty());

    List<MinedList> lists = mine(search).lists;

    int suspected = 0;
    for (int query = 0; query < ANCHORS; query++) {
      int[] asking = GoldenCorpus.Q[query];
      List<Integer> expected =
          nearest(
              query,
              8,
              row ->
                  product(asking, GoldenCorpus.Q[row % ANCHORS])
                      < part * product(asking, GoldenCorpus.D[row]));
      assertThat(rows(lists.get(query).negatives())).as("query %d", query).isEqualTo(expected);
      suspected += expected.equals(nearest(query, 8, row -> true)) ? 0 : 1;
    }
    assertThat(suspected).isPositive();
  }

  @Test
  void anImageIsNotSearchedInAStoreOfTexts() {
    assertThatThrownBy(() -> new CorpusRequest.Sides(pairs, pairs, SearchDirection.IMAGE_TEXT))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith(
            "holds pairs of texts, which direction text-text searches; direction=image-text");
  }
}
