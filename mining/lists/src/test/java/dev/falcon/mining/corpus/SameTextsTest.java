// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.Side;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.mining.constraint.Exclusion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts, queries and images that are the same under other keys, rows or bytes. */
class SameTextsTest {
  private static final int DIMENSION = 16;

  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();

  /** A row of a store; an absent anchor or image id is an empty text. */
  private record Row(String key, String image, String caption, String anchor, float[] vector) {}

  private static Row row(String key, String image, String caption, float[] vector) {
    return new Row(key, image, caption, "", vector);
  }

  private static float[] vector(long seed) {
    Random random = new Random(seed);
    float[] vector = new float[DIMENSION];
    double norm = 0;
    for (int k = 0; k < DIMENSION; k++) {
      vector[k] = (float) random.nextGaussian();
      norm += vector[k] * vector[k];
    }
    for (int k = 0; k < DIMENSION; k++) {
      vector[k] /= (float) Math.sqrt(norm);
    }
    return vector;
  }

  private EmbeddingStore store(String name, List<Row> rows) {
    boolean anchored = !rows.get(0).anchor().isEmpty();
    boolean captions = rows.stream().anyMatch(row -> !row.caption().isEmpty());
    StoreOptions options =
        new StoreOptions(
                StoreLayout.ARROW,
                VectorType.FLOAT32,
                DIMENSION,
                100,
                true,
                captions,
                Provenance.of("test", 0, Map.of(), List.of()),
                null)
            .withSides(anchored ? Side.TEXTS : null);
    try (StoreWriter writer = StoreWriter.open(folder.resolve(name), options, false)) {
      for (Row row : rows) {
        writer.append(
            row.key(),
            Optional.of(row.image()).filter(id -> !id.isEmpty()),
            Optional.of(row.caption()).filter(text -> captions),
            Optional.of(row.anchor()).filter(text -> anchored),
            row.vector(),
            0,
            row.vector(),
            0);
      }
      writer.finish();
    }
    return EmbeddingStore.open(folder.resolve(name));
  }

  private CorpusRequest request(
      CorpusRequest.Sides sides,
      Optional<Path> positives,
      Set<Exclusion> exclusions,
      ListSelection selection) {
    return new CorpusRequest(
        sides,
        new CorpusRequest.Known(positives, Optional.empty(), exclusions),
        CorpusRequest.Search.WHOLE,
        ListFilters.NONE,
        selection,
        GoldenCorpus.execution(),
        true);
  }

  private GoldenCorpus.Collected mine(CorpusRequest request) {
    GoldenCorpus.Collected lists = new GoldenCorpus.Collected(folder.resolve("lists"));
    summary = new CorpusMiner(Progress.NONE, notes::add).mine(request, lists).summary();
    return lists;
  }

  private CorpusSummary summary;

  private Path qrels(String... pairs) throws IOException {
    Path file = folder.resolve("qrels.tsv");
    Files.writeString(
        file,
        "query-id\tcorpus-id\tscore\n" + String.join("\t1\n", pairs).replace(' ', '\t') + "\t1\n");
    return file;
  }

  private static Set<String> negatives(GoldenCorpus.Collected lists, String query) {
    Set<String> keys = new HashSet<>();
    for (MinedList list : lists.lists) {
      if (list.query().key().equals(query)) {
        list.negatives().forEach(item -> keys.add(item.key()));
      }
    }
    return keys;
  }

  /** The same question under two ids, each with one of its passages, and in other bytes. */
  @Test
  void queriesOfOneTextShareTheirPositives() throws IOException {
    List<Row> queries = new ArrayList<>();
    List<Row> passages = new ArrayList<>();
    List<String> pairs = new ArrayList<>();
    for (int q = 0; q < 20; q++) {
      float[] asked = vector(q);
      queries.add(row("a" + q, "", "question " + q, asked));
      queries.add(row("b" + q, "", " question\u00a0 " + q + "\n", asked));
      for (String side : List.of("a", "b")) {
        passages.add(row("p" + side + q, "", "passage " + side + " " + q, asked));
        pairs.add(side + q + " p" + side + q);
      }
    }
    Path positives = qrels(pairs.toArray(String[]::new));
    CorpusRequest.Sides sides =
        new CorpusRequest.Sides(
            store("q", queries), store("d", passages), SearchDirection.TEXT_TEXT);
    for (Set<Exclusion> exclusions : List.of(Set.<Exclusion>of(), Set.of(Exclusion.SAME_CAPTION))) {
      GoldenCorpus.Collected lists =
          mine(request(sides, Optional.of(positives), exclusions, ListSelection.top(38)));

      assertThat(lists.lists).hasSize(40);
      for (MinedList list : lists.lists) {
        String number = list.query().key().substring(1);
        assertThat(list.positives())
            .extracting(ListedItem::key)
            .hasSize(1)
            .containsExactly("p" + list.query().key());
        assertThat(negatives(lists, list.query().key()))
            .hasSize(38)
            .doesNotContain("pa" + number, "pb" + number);
      }
    }
    assertThat(summary.leftOut()).containsEntry("positive", 80L);
  }

  /** Items that are a positive in other bytes, with the query's own text under another key. */
  @Test
  void itemsInOtherBytesAreTheSameText() throws IOException {
    float[] near = vector(1);
    float[] asked = vector(2);
    List<Row> items =
        List.of(
            row("positive", "", "Die Stra\u00dfe nach Orl\u00e9ans", near),
            row("nfd", "", "Die Stra\u00dfe nach Orle\u0301ans", near),
            row("no-break", "", "Die\u00a0Stra\u00dfe nach Orl\u00e9ans", near),
            row("blanks", "", " Die Stra\u00dfe  nach Orl\u00e9ans\r\n", near),
            row("wide", "", "Die Stra\u00dfe nach\u3000Orl\u00e9ans", near),
            row("asked", "", "Frage  1", asked),
            row("other", "", "Die Stra\u00dfe nach Paris", vector(3)));
    CorpusRequest.Sides sides =
        new CorpusRequest.Sides(
            store("q", List.of(row("q", "", "Frage 1", asked))),
            store("d", items),
            SearchDirection.TEXT_TEXT);
    Optional<Path> positives = Optional.of(qrels("q positive"));

    GoldenCorpus.Collected lists =
        mine(request(sides, positives, Set.of(Exclusion.SAME_CAPTION), ListSelection.top(1)));

    assertThat(negatives(lists, "q")).containsExactly("other");
    assertThat(summary.leftOut())
        .containsEntry("positive", 1L)
        .containsEntry("self", 1L)
        .containsEntry("same-caption", 4L);
  }

  /** Two texts of which nothing is known are not one text, so they share no positives. */
  @Test
  void blankTextsAreNotTheSameAndAreNoted() throws IOException {
    List<Row> items = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      items.add(row("d" + i, "", i < 2 ? " ".repeat(i + 1) : "passage " + i, vector(i)));
    }
    CorpusRequest.Sides sides =
        new CorpusRequest.Sides(
            store("q", List.of(row("a", "", " ", vector(2)), row("b", "", "\u200b", vector(3)))),
            store("d", items),
            SearchDirection.TEXT_TEXT);

    GoldenCorpus.Collected lists =
        mine(
            request(
                sides,
                Optional.of(qrels("a d2", "b d3")),
                Set.of(Exclusion.SAME_CAPTION),
                ListSelection.top(6)));

    assertThat(negatives(lists, "a")).containsExactlyInAnyOrder("d0", "d1", "d3", "d4", "d5");
    assertThat(negatives(lists, "b")).containsExactlyInAnyOrder("d0", "d1", "d2", "d4", "d5");
    assertThat(notes)
        .contains(
            "warning: blank texts are compared like others; leave their rows out of the store;"
                + " queries=2, items=2");
  }

  /** Capitals count unless the vectors show that the model lowers them. */
  @Test
  void capitalsAreSmallLettersForAModelThatLowersThem() throws IOException {
    for (boolean lowers : new boolean[] {true, false}) {
      List<Row> items = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        items.add(row("s" + i, "", "text number " + i, vector(i)));
        items.add(row("c" + i, "", "TEXT Number " + i, vector(lowers ? i : 100 + i)));
      }
      CorpusRequest.Sides sides =
          new CorpusRequest.Sides(
              store("q" + lowers, List.of(row("q", "", "q", vector(3)))),
              store("d" + lowers, items),
              SearchDirection.TEXT_TEXT);

      GoldenCorpus.Collected lists =
          mine(
              request(
                  sides,
                  Optional.of(qrels("q s3")),
                  Set.of(Exclusion.SAME_CAPTION),
                  ListSelection.top(9)));

      assertThat(summary.leftOut().getOrDefault("same-caption", 0L)).isEqualTo(lowers ? 10 : 0);
      assertThat(negatives(lists, "q").contains("c3")).isEqualTo(false);
    }
  }

  /** Queries that are documents of the corpus, as in ArguAna; an equal key alone means nothing. */
  @Test
  void aQuerysOwnDocumentIsNeverItsNegative() throws IOException {
    for (boolean worded : new boolean[] {true, false}) {
      List<Row> documents = new ArrayList<>();
      List<Row> queries = new ArrayList<>();
      for (int d = 0; d < 12; d++) {
        documents.add(row("d" + d, "", worded ? "text " + d : "", vector(d)));
        boolean own = d < 6;
        if (d < 9) {
          queries.add(
              row(
                  "d" + d,
                  "",
                  worded ? (own ? "text " : "another ") + d : "",
                  vector(own ? d : 90 + d)));
        }
      }
      CorpusRequest.Sides sides =
          new CorpusRequest.Sides(
              store("q" + worded, queries),
              store("d" + worded, documents),
              SearchDirection.TEXT_TEXT);

      GoldenCorpus.Collected lists =
          mine(request(sides, Optional.of(qrels("d0 d11")), Set.of(), ListSelection.top(12)));

      for (int d = 0; d < 9; d++) {
        assertThat(negatives(lists, "d" + d).contains("d" + d)).isEqualTo(d >= 6);
      }
      assertThat(summary.leftOut()).containsEntry("self", 6L);
    }
  }

  /** An image has the captions of all its rows, whatever their order. */
  @Test
  void aPictureHasAllItsCaptions() {
    for (int at = 0; at < 3; at++) {
      List<Row> rows = new ArrayList<>();
      for (int image = 0; image < 6; image++) {
        for (int caption = 0; caption < 3; caption++) {
          boolean shared = image == 1 && caption == at;
          rows.add(
              row(
                  "k" + image + "#" + caption,
                  "p" + image,
                  shared ? "words 0 0" : "words " + image + " " + caption,
                  vector(image)));
        }
      }
      EmbeddingStore store = store("s" + at, rows);
      GoldenCorpus.Collected texts =
          mine(
              request(
                  new CorpusRequest.Sides(store, store, SearchDirection.TEXT_IMAGE),
                  Optional.empty(),
                  Set.of(),
                  ListSelection.top(6)));
      assertThat(negatives(texts, "k0#0")).hasSize(4).doesNotContain("k1#0");
      assertThat(negatives(texts, "k0#1")).hasSize(5).contains("k1#0");
      GoldenCorpus.Collected words =
          mine(
              request(
                  new CorpusRequest.Sides(store, store, SearchDirection.TEXT_IMAGE),
                  Optional.empty(),
                  Set.of(Exclusion.SAME_CAPTION),
                  ListSelection.top(6)));
      assertThat(negatives(words, "k0#1")).hasSize(4).doesNotContain("k1#0");
      assertThat(negatives(words, "k2#1")).hasSize(5);
    }
  }

  @Test
  void aRowWithoutAnImageIdIsAnImage() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (int r = 0; r < 12; r++) {
      rows.add(row("k" + r, r % 2 == 0 ? "p" + r / 4 : "", "words " + r, vector(r)));
    }
    EmbeddingStore store = store("s", rows);
    Optional<Path> positives = Optional.of(qrels("k0 k11"));
    for (SearchDirection direction :
        List.of(SearchDirection.TEXT_IMAGE, SearchDirection.IMAGE_TEXT)) {
      GoldenCorpus.Collected lists =
          mine(
              request(
                  new CorpusRequest.Sides(store, store, direction),
                  positives,
                  Set.of(Exclusion.SAME_IMAGE),
                  ListSelection.top(12)));
      for (MinedList list : lists.lists) {
        assertThat(negatives(lists, list.query().key())).doesNotContain(list.query().key());
      }
    }
  }

  /** Captions with an image id and no pictures: each is a query, and no text its own positive. */
  @Test
  void captionsWithoutPicturesAreQueriesEach() {
    List<Row> rows = new ArrayList<>();
    Map<String, Set<String>> captionsOf = new HashMap<>();
    for (int r = 0; r < 40; r++) {
      String image = "p" + r / 4;
      String caption = r == 7 ? "caption 4" : "caption " + r;
      rows.add(new Row("k" + r, image, caption, caption, vector(r)));
      captionsOf.computeIfAbsent(image, id -> new HashSet<>()).add(caption);
    }
    EmbeddingStore store = store("s", rows);
    CorpusRequest request =
        new CorpusRequest(
            new CorpusRequest.Sides(store, store, SearchDirection.TEXT_TEXT),
            new CorpusRequest.Known(
                Optional.empty(), Optional.empty(), Set.of(Exclusion.SAME_CAPTION)),
            CorpusRequest.Search.WHOLE,
            ListFilters.NONE,
            ListSelection.top(4),
            new Withholding(OptionalInt.of(99), Optional.empty()),
            GoldenCorpus.execution(),
            true);

    GoldenCorpus.Collected lists = mine(request);

    assertThat(lists.lists).hasSize(39);
    for (MinedList list : lists.lists) {
      Set<String> others =
          new HashSet<>(
              captionsOf.get("p" + Integer.parseInt(list.query().key().substring(1)) / 4));
      others.remove(list.query().text());
      assertThat(list.positives())
          .extracting(ListedItem::text)
          .containsOnly(others.toArray(String[]::new));
      assertThat(list.negatives())
          .extracting(ListedItem::text)
          .doesNotContain(list.query().text())
          .doesNotContainAnyElementsOf(others);
    }
    assertThat(summary.falseNegatives().queries()).isEqualTo(39);
    assertThat(summary.falseNegatives().withheld()).isEqualTo(39);
  }

  @Test
  void reportsTooManyNegativesBeforeTheSearch() throws IOException {
    List<Row> documents = new ArrayList<>();
    for (int d = 0; d < 20; d++) {
      documents.add(row("d" + d, "", "text " + d, vector(d)));
    }
    CorpusRequest.Sides sides =
        new CorpusRequest.Sides(
            store("q", List.of(row("q", "", "query", vector(50)))),
            store("d", documents),
            SearchDirection.TEXT_TEXT);
    Optional<Path> positives = Optional.of(qrels("q d3"));
    ListSelection drops =
        new ListSelection(
            50,
            0,
            ListSelection.NO_RANGE_MAX,
            ListSelection.Sampling.TOP,
            ListSelection.ShortLists.DROP,
            42);

    assertThatThrownBy(() -> mine(request(sides, positives, Set.of(), drops)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("at most 19 negatives")
        .hasMessageContaining("50");
    mine(request(sides, positives, Set.of(), ListSelection.top(50)));
    assertThat(notes).anyMatch(note -> note.contains("at most 19 negatives"));
    CorpusRequest strict =
        request(sides, positives, Set.of(), ListSelection.top(3))
            .with(
                new ListFilters(
                    Optional.empty(), ListFilters.MarginTo.LEAST, -1, Float.NEGATIVE_INFINITY));
    assertThatThrownBy(() -> mine(strict))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("would hold no negative");
  }
}
