// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.TestStores;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.corpus.CorpusMiner;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The texts, paths, labels and scores in sentence-transformers' columns, row by row, against the
 * lists by key.
 */
class SentenceContentsTest {
  private static final int ROWS = 60;
  private static final int COUNT = 3;

  @TempDir private Path folder;
  private EmbeddingStore store;

  /** An item as a trainer sees it, with its cosine. */
  private record Seen(String key, String shown, float score) {}

  /** The list of one query. */
  private record Listed(Seen query, Set<Seen> positives, Set<Seen> negatives) {}

  @BeforeEach
  void open() {
    store = TestStores.write(folder.resolve("store"), TestVectors.generate(ROWS, 16, 0, 8));
  }

  private Path mine(ListColumns columns, boolean texts, boolean scores, SearchDirection direction) {
    Path file = folder.resolve(columns.label() + texts + scores + ".parquet");
    ListLayout layout =
        new ListLayout(
            columns,
            file,
            TableFormat.PARQUET,
            COUNT,
            texts,
            scores,
            false,
            Optional.of("images/{key}.jpg")
                .filter(
                    path ->
                        direction != SearchDirection.TEXT_TEXT
                            && (texts || !columns.isOfSentences())),
            direction);
    CorpusRequest request =
        new CorpusRequest(
            new CorpusRequest.Sides(store, store, direction),
            new CorpusRequest.Known(
                Optional.empty(), Optional.empty(), Set.of(Exclusion.SAME_CAPTION)),
            CorpusRequest.Search.WHOLE,
            ListFilters.NONE,
            ListSelection.top(COUNT),
            new Execution(2, 1L << 28),
            false);
    new CorpusMiner(Progress.NONE, note -> {}).mine(request, layout);
    return file;
  }

  private Seen seen(String key, SearchDirection.Side side, float score) {
    if (side == SearchDirection.Side.IMAGE) {
      return new Seen(key, "images/" + key + ".jpg", score);
    }
    for (int row = 0; row < ROWS; row++) {
      if (store.key(row).equals(key)) {
        return new Seen(key, store.caption(row).orElseThrow(), score);
      }
    }
    throw new AssertionError(key);
  }

  /** The lists of queries with a positive, from the table of keys. */
  private List<Listed> listed(SearchDirection direction) {
    Map<String, Listed> byQuery = new LinkedHashMap<>();
    try (TableReader table = TableReader.open(mine(ListColumns.TRIPLET, false, false, direction))) {
      int anchor = table.column(ColumnType.UTF8, "anchor");
      int positive = table.column(ColumnType.UTF8, "positive");
      int negative = table.column(ColumnType.UTF8, "negative");
      int ofPositive = table.column(ColumnType.FLOAT32, "positive_score");
      int ofNegative = table.column(ColumnType.FLOAT32, "negative_score");
      while (table.next()) {
        if (table.isNull(positive)) {
          continue;
        }
        Listed list =
            byQuery.computeIfAbsent(
                table.getString(anchor),
                key ->
                    new Listed(
                        seen(key, direction.queries(), 1),
                        new LinkedHashSet<>(),
                        new LinkedHashSet<>()));
        SearchDirection.Side side = direction.corpus();
        list.positives().add(seen(table.getString(positive), side, table.getFloat(ofPositive)));
        list.negatives().add(seen(table.getString(negative), side, table.getFloat(ofNegative)));
      }
    }
    List<Listed> lists = new ArrayList<>(byQuery.values());
    assertThat(lists).isNotEmpty().allMatch(list -> list.negatives().size() == COUNT);
    return lists;
  }

  @ParameterizedTest
  @EnumSource(
      value = SearchDirection.class,
      names = {"TEXT_TEXT", "TEXT_IMAGE", "IMAGE_TEXT"})
  void tripletsAreEveryPositiveWithEveryNegative(SearchDirection direction) {
    List<List<Object>> expected = new ArrayList<>();
    for (Listed list : listed(direction)) {
      for (Seen positive : list.positives()) {
        for (Seen negative : list.negatives()) {
          expected.add(
              List.of(
                  list.query().shown(),
                  positive.shown(),
                  negative.shown(),
                  List.of(positive.score(), negative.score())));
        }
      }
    }
    List<List<Object>> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(mine(ListColumns.TRIPLET, true, true, direction))) {
      assertThat(table.columns()).containsExactly("anchor", "positive", "negative", "scores");
      int[] texts = {
        table.column(ColumnType.UTF8, "anchor"),
        table.column(ColumnType.UTF8, "positive"),
        table.column(ColumnType.UTF8, "negative")
      };
      int scores = table.column(ColumnType.FLOAT32_LIST, "scores");
      while (table.next()) {
        rows.add(
            List.of(
                table.getString(texts[0]),
                table.getString(texts[1]),
                table.getString(texts[2]),
                table.getFloats(scores)));
      }
    }
    assertThat(rows).isEqualTo(expected);
  }

  @Test
  void labeledPairsAreEveryPositiveAndNegativeOnce() {
    List<List<Object>> labeled = new ArrayList<>();
    List<List<Object>> scored = new ArrayList<>();
    for (Listed list : listed(SearchDirection.TEXT_TEXT)) {
      for (Seen positive : list.positives()) {
        labeled.add(List.of(list.query().shown(), positive.shown(), 1));
        scored.add(List.of(list.query().shown(), positive.shown(), positive.score()));
      }
      for (Seen negative : list.negatives()) {
        labeled.add(List.of(list.query().shown(), negative.shown(), 0));
        scored.add(List.of(list.query().shown(), negative.shown(), negative.score()));
      }
    }

    assertThat(pairs(false)).isEqualTo(labeled);
    assertThat(pairs(true)).isEqualTo(scored);
  }

  private List<List<Object>> pairs(boolean scores) {
    List<List<Object>> rows = new ArrayList<>();
    try (TableReader table =
        TableReader.open(mine(ListColumns.LABELED_PAIR, true, scores, SearchDirection.TEXT_TEXT))) {
      assertThat(table.columns())
          .containsExactly("anchor", "candidate", scores ? "score" : "label");
      int anchor = table.column(ColumnType.UTF8, "anchor");
      int candidate = table.column(ColumnType.UTF8, "candidate");
      int value =
          scores
              ? table.column(ColumnType.FLOAT32, "score")
              : table.column(ColumnType.INT32, "label");
      while (table.next()) {
        Object last = scores ? (Object) table.getFloat(value) : (Object) table.getInt(value);
        rows.add(List.of(table.getString(anchor), table.getString(candidate), last));
      }
    }
    return rows;
  }

  @Test
  void labeledListsBeginWithTheirPositive() {
    List<List<Object>> labeled = new ArrayList<>();
    List<List<Object>> scored = new ArrayList<>();
    for (Listed list : listed(SearchDirection.TEXT_TEXT)) {
      for (Seen positive : list.positives()) {
        List<String> texts = new ArrayList<>(List.of(positive.shown()));
        List<Float> scores = new ArrayList<>(List.of(positive.score()));
        for (Seen negative : list.negatives()) {
          texts.add(negative.shown());
          scores.add(negative.score());
        }
        labeled.add(List.of(list.query().shown(), texts, List.of(1f, 0f, 0f, 0f)));
        scored.add(List.of(list.query().shown(), texts, scores));
      }
    }

    assertThat(lists(false)).isEqualTo(labeled);
    assertThat(lists(true)).isEqualTo(scored);
  }

  private List<List<Object>> lists(boolean scores) {
    List<List<Object>> rows = new ArrayList<>();
    try (TableReader table =
        TableReader.open(mine(ListColumns.LABELED_LIST, true, scores, SearchDirection.TEXT_TEXT))) {
      assertThat(table.columns())
          .containsExactly("anchor", "candidates", scores ? "scores" : "labels");
      int anchor = table.column(ColumnType.UTF8, "anchor");
      int candidates = table.column(ColumnType.UTF8_LIST, "candidates");
      int values = table.column(ColumnType.FLOAT32_LIST, scores ? "scores" : "labels");
      while (table.next()) {
        rows.add(
            List.of(
                table.getString(anchor), table.getStrings(candidates), table.getFloats(values)));
      }
    }
    return rows;
  }

  /** MMEB has a column of texts and one of paths for each item, of which one is empty. */
  @Test
  void textsAndPathsStandInColumnsOfTheirOwn() {
    List<List<String>> expected = new ArrayList<>();
    for (Listed list : listed(SearchDirection.TEXT_IMAGE)) {
      for (Seen positive : list.positives()) {
        for (Seen negative : list.negatives()) {
          expected.add(
              List.of(list.query().shown(), "", "", positive.shown(), "", negative.shown()));
        }
      }
    }
    List<List<String>> rows = new ArrayList<>();
    try (TableReader table =
        TableReader.open(mine(ListColumns.VLM2VEC, false, false, SearchDirection.TEXT_IMAGE))) {
      List<String> names = table.columns();
      int[] columns =
          names.stream().mapToInt(name -> table.column(ColumnType.UTF8, name)).toArray();
      assertThat(names)
          .containsExactly(
              "qry", "qry_image_path", "pos_text", "pos_image_path", "neg_text", "neg_image_path");
      while (table.next()) {
        List<String> row = new ArrayList<>();
        for (int column : columns) {
          row.add(table.getString(column));
        }
        rows.add(row);
      }
    }
    assertThat(rows).isEqualTo(expected);
  }
}
