// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.TestStores;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.corpus.ListFilters.MarginTo;
import dev.falcon.mining.lists.ListColumns;
import dev.falcon.mining.lists.ListLayout;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches of lists, against a plain comparison of every query with every document of its batch. */
class ListBatchesTest {
  private static final int ROWS = 240;
  private static final int DIMENSION = 16;
  private static final int SIZE = 8;
  private static final float MARGIN = 0.1f;

  @TempDir Path folder;
  private EmbeddingStore store;
  private final Map<String, Integer> rowOf = new HashMap<>();
  private final float[] texts = new float[ROWS * DIMENSION];

  /** A list by key, and where its rows are in the file. */
  private record Listed(Set<String> positives, Set<String> negatives, List<Integer> rows) {
    Listed() {
      this(new HashSet<>(), new HashSet<>(), new ArrayList<>());
    }

    Set<String> documents() {
      Set<String> documents = new HashSet<>(positives);
      documents.addAll(negatives);
      return documents;
    }
  }

  @BeforeEach
  void open() {
    store = TestStores.write(folder.resolve("store"), TestVectors.generate(ROWS, DIMENSION, 40, 8));
    int[] rows = new int[ROWS];
    for (int row = 0; row < ROWS; row++) {
      rows[row] = row;
      rowOf.put(store.key(row), row);
    }
    store.readTexts(rows, 0, ROWS, texts);
  }

  private CorpusSummary mine(
      String name, Batching batching, Execution execution, ListFilters filters) {
    return mine(
        name,
        batching,
        execution,
        filters,
        new CorpusRequest.Known(Optional.empty(), Optional.empty(), Set.of()));
  }

  private CorpusSummary mine(
      String name,
      Batching batching,
      Execution execution,
      ListFilters filters,
      CorpusRequest.Known known) {
    CorpusRequest request =
        new CorpusRequest(
            new CorpusRequest.Sides(store, store, SearchDirection.TEXT_TEXT),
            known,
            CorpusRequest.Search.WHOLE,
            filters,
            ListSelection.top(4),
            Withholding.NONE,
            Optional.of(batching),
            execution,
            false);
    ListLayout layout =
        new ListLayout(
            ListColumns.TRIPLET,
            folder.resolve(name),
            TableFormat.PARQUET,
            4,
            false,
            false,
            false,
            Optional.empty(),
            SearchDirection.TEXT_TEXT);
    return new CorpusMiner(Progress.NONE, note -> {}).mine(request, layout).summary();
  }

  private static ListFilters margin() {
    return new ListFilters(
        Optional.of(new PositiveMargin(0, MARGIN)),
        MarginTo.LEAST,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY);
  }

  private Batching batching(String name, int most, int epochs, boolean keeps) {
    return new Batching(folder.resolve(name), SIZE, most, epochs, keeps);
  }

  private static Execution execution() {
    return new Execution(2, 1L << 28);
  }

  private Map<String, Listed> lists(String name) {
    Map<String, Listed> lists = new LinkedHashMap<>();
    try (TableReader table = TableReader.open(folder.resolve(name))) {
      int anchor = table.column(ColumnType.UTF8, "anchor");
      int positive = table.column(ColumnType.UTF8, "positive");
      int negative = table.column(ColumnType.UTF8, "negative");
      for (int row = 0; table.next(); row++) {
        Listed list = lists.computeIfAbsent(table.getString(anchor), key -> new Listed());
        if (!table.isNull(positive)) {
          list.positives().add(table.getString(positive));
        }
        if (!table.isNull(negative)) {
          list.negatives().add(table.getString(negative));
        }
        list.rows().add(row);
      }
    }
    return lists;
  }

  /** The batches of each epoch, whose rows must be those of the lists. */
  private Map<Integer, Map<Integer, List<String>>> batches(String name, Map<String, Listed> lists) {
    Map<Integer, Map<Integer, List<String>>> epochs = new TreeMap<>();
    try (TableReader table = TableReader.open(folder.resolve(name))) {
      int epoch = table.column(ColumnType.INT32, "epoch");
      int batch = table.column(ColumnType.INT32, "batch");
      int position = table.column(ColumnType.INT32, "position");
      int index = table.column(ColumnType.INT64, "index");
      int key = table.column(ColumnType.UTF8, "key");
      int first = table.column(ColumnType.INT64, "first_row");
      int rows = table.column(ColumnType.INT32, "rows");
      while (table.next()) {
        List<String> members =
            epochs
                .computeIfAbsent(table.getInt(epoch), number -> new TreeMap<>())
                .computeIfAbsent(table.getInt(batch), number -> new ArrayList<>());
        assertThat(table.getInt(position)).isEqualTo(members.size());
        members.add(table.getString(key));
        assertThat(table.getLong(index)).isEqualTo((long) rowOf.get(table.getString(key)));
        List<Integer> own = lists.get(table.getString(key)).rows();
        assertThat(table.getLong(first)).isEqualTo((long) own.get(0));
        assertThat(table.getInt(rows)).isEqualTo(own.size());
      }
    }
    return epochs;
  }

  private double cosine(String one, String other) {
    double sum = 0;
    for (int k = 0; k < DIMENSION; k++) {
      sum +=
          (double) texts[rowOf.get(one) * DIMENSION + k] * texts[rowOf.get(other) * DIMENSION + k];
    }
    return sum;
  }

  /** The known positives of a query and of all others with its text, which it shares. */
  private Set<String> positives(String query, Map<String, Listed> lists) {
    Set<String> positives = new HashSet<>();
    lists.forEach(
        (other, list) -> {
          if (caption(other).equals(caption(query))) {
            positives.addAll(list.positives());
          }
        });
    return positives;
  }

  private Optional<String> caption(String key) {
    return store.caption(rowOf.get(key));
  }

  /** How many documents of other lists are false negatives of a query, by what is known. */
  private int known(List<String> batch, Map<String, Listed> lists) {
    int count = 0;
    for (String query : batch) {
      for (String other : batch) {
        for (String document :
            other.equals(query) ? Set.<String>of() : lists.get(other).documents()) {
          count += document.equals(query) || positives(query, lists).contains(document) ? 1 : 0;
        }
      }
    }
    return count;
  }

  /** How many exceed the query's margin. */
  private int suspected(List<String> batch, Map<String, Listed> lists) {
    int count = 0;
    for (String query : batch) {
      double least =
          positives(query, lists).stream()
              .mapToDouble(positive -> cosine(query, positive))
              .min()
              .orElse(Double.POSITIVE_INFINITY);
      for (String other : batch) {
        for (String document :
            other.equals(query) ? Set.<String>of() : lists.get(other).documents()) {
          count += cosine(query, document) > least - MARGIN * Math.abs(least) + 1e-6 ? 1 : 0;
        }
      }
    }
    return count;
  }

  private static int mostListed(List<String> batch, Map<String, Listed> lists) {
    Map<String, Integer> counts = new HashMap<>();
    batch.forEach(
        query -> lists.get(query).negatives().forEach(item -> counts.merge(item, 1, Integer::sum)));
    return counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void noListIsAFalseNegativeOfAnotherInItsBatch(int most) {
    CorpusSummary summary =
        mine("lists.parquet", batching("b.parquet", most, 2, true), execution(), margin());
    Map<String, Listed> lists = lists("lists.parquet");
    Map<Integer, Map<Integer, List<String>>> epochs = batches("b.parquet", lists);

    assertThat(epochs).hasSize(2);
    int reached = 0;
    for (Map<Integer, List<String>> batches : epochs.values()) {
      Set<String> seen = new HashSet<>();
      for (List<String> batch : batches.values()) {
        assertThat(batch).hasSizeBetween(1, SIZE);
        assertThat(batch).allMatch(seen::add);
        assertThat(known(batch, lists)).as("%s", batch).isZero();
        assertThat(suspected(batch, lists)).as("%s", batch).isZero();
        assertThat(mostListed(batch, lists)).isLessThanOrEqualTo(most);
        reached = Math.max(reached, mostListed(batch, lists));
      }
      assertThat(seen).isEqualTo(lists.keySet());
    }
    assertThat(reached).isEqualTo(most);
    assertThat(epochs.get(0)).isNotEqualTo(epochs.get(1));
    assertThat(summary.unbatched()).isZero();
    assertThat(summary.batches()).isEqualTo(epochs.get(0).size() + epochs.get(1).size());
    // Batches of the file's order are not free of them.
    List<String> order = new ArrayList<>(lists.keySet());
    assertThat(known(order.subList(0, SIZE), lists)).isPositive();
    assertThat(suspected(order.subList(0, SIZE), lists)).isPositive();
    assertThat(mostListed(order, lists)).isGreaterThan(3);
  }

  @Test
  void listsThatFillNoBatchAreCounted() {
    CorpusSummary summary =
        mine("lists.parquet", batching("b.parquet", 4, 1, false), execution(), ListFilters.NONE);
    Map<String, Listed> lists = lists("lists.parquet");
    Map<Integer, List<String>> batches = batches("b.parquet", lists).get(0);

    assertThat(batches).isNotEmpty();
    assertThat(batches.values()).allMatch(batch -> batch.size() == SIZE);
    assertThat(batches.values()).allMatch(batch -> known(batch, lists) == 0);
    assertThat(summary.batches()).isEqualTo(batches.size());
    assertThat(summary.unbatched()).isEqualTo(lists.size() - (long) SIZE * batches.size());
  }

  @Test
  void threadsAndMemoryChangeNoByte() throws IOException {
    mine("one.parquet", batching("b1.parquet", 2, 1, true), new Execution(1, 1L << 25), margin());
    mine("two.parquet", batching("b2.parquet", 2, 1, true), execution(), margin());

    assertThat(Files.readAllBytes(folder.resolve("b1.parquet")))
        .isEqualTo(Files.readAllBytes(folder.resolve("b2.parquet")));
    assertThat(Files.readAllBytes(folder.resolve("one.parquet")))
        .isEqualTo(Files.readAllBytes(folder.resolve("two.parquet")));
  }

  /** Every kind of known pair, with and without a margin, whether batches may be short or not. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyKindHoldsUnderEveryMargin(boolean keeps) throws IOException {
    Path veto = folder.resolve("veto.jsonl");
    StringBuilder pairs = new StringBuilder();
    for (int a = 0; a < ROWS; a++) {
      for (int b = 0; b < ROWS; b++) {
        if (isVetoed(a, b)) {
          pairs.append("{\"key_a\": \"key-" + a + "\", \"key_b\": \"key-" + b + "\"}\n");
        }
      }
    }
    Files.writeString(veto, pairs);
    int run = 0;
    long full = 0;
    for (Set<Exclusion> exclusions : exclusions()) {
      for (boolean vetoes : new boolean[] {true, false}) {
        for (ListFilters filters : List.of(ListFilters.NONE, margin())) {
          String name = "lists-" + run + ".parquet";
          String batches = "batches-" + run++ + ".parquet";
          mine(
              name,
              batching(batches, 4, 1, keeps),
              execution(),
              filters,
              new CorpusRequest.Known(
                  Optional.empty(), vetoes ? Optional.of(veto) : Optional.empty(), exclusions));
          Map<String, Listed> lists = lists(name);
          Map<Integer, List<String>> made = batches(batches, lists).getOrDefault(0, Map.of());
          full += made.values().stream().filter(batch -> batch.size() == SIZE).count();
          for (List<String> batch : made.values()) {
            assertThat(batch).hasSizeBetween(keeps ? 1 : SIZE, SIZE);
            assertThat(known(batch, lists)).as("%s of %s", batch, exclusions).isZero();
            assertThat(barred(batch, lists, exclusions, vetoes)).as("%s", batch).isEmpty();
            if (!filters.equals(ListFilters.NONE)) {
              assertThat(suspected(batch, lists)).as("%s", batch).isZero();
            }
          }
        }
      }
    }
    assertThat(full).isGreaterThan(run);
  }

  /** Each exclusion that lists know alone, all of them, and none. */
  private static List<Set<Exclusion>> exclusions() {
    List<Set<Exclusion>> exclusions = new ArrayList<>(List.of(Set.of()));
    Set<Exclusion> all = EnumSet.allOf(Exclusion.class);
    all.remove(Exclusion.SAME_IMAGE_IF_POSSIBLE); // a wish for batches of samples
    all.forEach(one -> exclusions.add(Set.of(one)));
    exclusions.add(all);
    return exclusions;
  }

  private static boolean isVetoed(int a, int b) {
    return a != b && (a * 7 + b) % 64 == 0;
  }

  /** The documents of a batch that are barred for a query of it, by their definitions. */
  private List<String> barred(
      List<String> batch, Map<String, Listed> lists, Set<Exclusion> exclusions, boolean vetoes) {
    List<String> barred = new ArrayList<>();
    for (String query : batch) {
      for (String other : batch) {
        Listed list = lists.get(other);
        for (String document : other.equals(query) ? list.negatives() : list.documents()) {
          int a = rowOf.get(query);
          int b = rowOf.get(document);
          if ((vetoes && isVetoed(a, b))
              || exclusions.stream().anyMatch(exclusion -> isBarred(exclusion, a, b))) {
            barred.add(document + " for " + query);
          }
        }
      }
    }
    return barred;
  }

  private boolean isBarred(Exclusion exclusion, int a, int b) {
    return switch (exclusion) {
      case SAME_IMAGE -> store.imageId(a).equals(store.imageId(b));
      case SAME_CAPTION -> store.caption(a).equals(store.caption(b));
      case SAME_IMAGE_IF_POSSIBLE -> false;
    };
  }
}
