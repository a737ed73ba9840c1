// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.TestStores;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.corpus.CorpusMiner;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.CorpusSummary;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every trainer's file, read back by that trainer's rule: which keys it looks up, of what type, and
 * what it refuses. Each reader gives texts or paths, which must be those of the lists by key.
 */
class TrainerFilesTest {
  private static final int ROWS = 60;
  private static final int COUNT = 2;
  private static final String TEMPLATE = "images/{key}.jpg";

  @TempDir private Path folder;
  private EmbeddingStore store;

  /** A query with a positive and its negatives, by what the trainer sees of them. */
  private record Row(String query, String positive, List<String> negatives) {}

  @BeforeEach
  void open() {
    store = TestStores.write(folder.resolve("store"), TestVectors.generate(ROWS, 16, 0, 8));
  }

  private CorpusSummary mine(
      ListColumns columns, String name, boolean texts, boolean scores, SearchDirection direction) {
    CorpusRequest.Sides sides = new CorpusRequest.Sides(store, store, direction);
    CorpusRequest request =
        new CorpusRequest(
            sides,
            new CorpusRequest.Known(
                Optional.empty(), Optional.empty(), Set.of(Exclusion.SAME_CAPTION)),
            CorpusRequest.Search.WHOLE,
            ListFilters.NONE,
            ListSelection.top(COUNT),
            new Execution(2, 1L << 28),
            false);
    ListLayout layout =
        new ListLayout(
            columns,
            folder.resolve(name),
            columns.form() == ListColumns.Form.TABLE
                ? TableFormat.ofFile(Path.of(name))
                : TableFormat.JSONL,
            COUNT,
            texts,
            scores,
            false,
            Optional.of(TEMPLATE).filter(path -> showsPictures(columns, texts, direction)),
            direction);
    return new CorpusMiner(Progress.NONE, note -> {}).mine(request, layout).summary();
  }

  private static boolean showsPictures(
      ListColumns columns, boolean texts, SearchDirection direction) {
    boolean ofKeys =
        columns == ListColumns.IDS
            || columns == ListColumns.TREC
            || (columns.isOfSentences() && !texts);
    return direction != SearchDirection.TEXT_TEXT && !ofKeys;
  }

  /** What the lists by key say, with texts and paths in place of keys. */
  private List<Row> expected(SearchDirection direction) {
    Map<String, String> captions = new HashMap<>();
    for (int row = 0; row < ROWS; row++) {
      captions.put(store.key(row), store.caption(row).orElseThrow());
    }
    String name = "keys-" + direction.label() + ".parquet";
    mine(ListColumns.N_TUPLE, name, false, false, direction);
    boolean asksByText = direction.queries() == SearchDirection.Side.TEXT;
    boolean findsText = direction.corpus() == SearchDirection.Side.TEXT;
    List<Row> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(folder.resolve(name))) {
      int anchor = table.column(ColumnType.UTF8, "anchor");
      int positive = table.column(ColumnType.UTF8, "positive");
      int first = table.column(ColumnType.UTF8, "negative_1");
      int second = table.column(ColumnType.UTF8, "negative_2");
      while (table.next()) {
        List<String> negatives = new ArrayList<>();
        for (int column : new int[] {first, second}) {
          negatives.add(shown(table.getString(column), findsText, captions));
        }
        rows.add(
            new Row(
                shown(table.getString(anchor), asksByText, captions),
                shown(table.getString(positive), findsText, captions),
                negatives));
      }
    }
    assertThat(rows).isNotEmpty();
    return rows;
  }

  private static String shown(String key, boolean text, Map<String, String> captions) {
    return text ? captions.get(key) : "images/" + key + ".jpg";
  }

  private List<JsonNode> lines(String name) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve(name))) {
      lines.add(Json.mapper().readTree(line));
    }
    return lines;
  }

  private static List<String> strings(JsonNode list) {
    assertThat(list.isArray()).isTrue();
    List<String> strings = new ArrayList<>();
    list.forEach(
        element -> {
          assertThat(element.isTextual()).isTrue();
          strings.add(element.textValue());
        });
    return strings;
  }

  /** A row for each positive of a query whose positives come in one row. */
  private static void addEach(
      List<Row> rows, String query, List<String> positives, List<String> negatives) {
    positives.forEach(positive -> rows.add(new Row(query, positive, negatives)));
  }

  @Test
  void sentenceTransformersTakesItsInputsByPositionAndOneColumnOfLabels() {
    for (ListColumns columns :
        List.of(
            ListColumns.TRIPLET,
            ListColumns.N_TUPLE,
            ListColumns.LABELED_PAIR,
            ListColumns.LABELED_LIST)) {
      for (boolean scores : new boolean[] {false, true}) {
        String name = columns.label() + scores + ".parquet";
        mine(columns, name, true, scores, SearchDirection.TEXT_TEXT);
        try (TableReader table = TableReader.open(folder.resolve(name))) {
          List<String> inputs = new ArrayList<>(table.columns());
          List<String> labels = new ArrayList<>(inputs);
          labels.retainAll(List.of("label", "labels", "score", "scores"));
          inputs.removeAll(labels);
          assertThat(labels).hasSizeLessThanOrEqualTo(1);
          assertThat(inputs)
              .containsExactlyElementsOf(
                  switch (columns) {
                    case TRIPLET -> List.of("anchor", "positive", "negative");
                    case N_TUPLE -> List.of("anchor", "positive", "negative_1", "negative_2");
                    case LABELED_PAIR -> List.of("anchor", "candidate");
                    default -> List.of("anchor", "candidates");
                  });
        }
      }
    }
  }

  @Test
  void sentenceTransformersTrainsOnTheTextsOfTuples() {
    List<Row> expected = expected(SearchDirection.TEXT_TEXT);
    mine(ListColumns.N_TUPLE, "tuples.parquet", true, false, SearchDirection.TEXT_TEXT);
    List<Row> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(folder.resolve("tuples.parquet"))) {
      int[] columns =
          table.columns().stream().mapToInt(name -> table.column(ColumnType.UTF8, name)).toArray();
      while (table.next()) {
        rows.add(
            new Row(
                table.getString(columns[0]),
                table.getString(columns[1]),
                List.of(table.getString(columns[2]), table.getString(columns[3]))));
      }
    }
    assertThat(rows).isEqualTo(expected);
  }

  @Test
  void idsResolveInTheLookupsOfTheStore() {
    Map<String, String> captions = new HashMap<>();
    for (int row = 0; row < ROWS; row++) {
      captions.put(store.key(row), store.caption(row).orElseThrow());
    }
    mine(ListColumns.IDS, "ids.parquet", false, false, SearchDirection.TEXT_TEXT);
    List<Row> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(folder.resolve("ids.parquet"))) {
      assertThat(table.columns()).containsExactly("query_id", "positive_id", "negative_id");
      int query = table.column(ColumnType.UTF8, "query_id");
      int positive = table.column(ColumnType.UTF8, "positive_id");
      int negative = table.column(ColumnType.UTF8, "negative_id");
      while (table.next()) {
        String first = captions.get(table.getString(negative));
        assertThat(table.next()).isTrue();
        rows.add(
            new Row(
                captions.get(table.getString(query)),
                captions.get(table.getString(positive)),
                List.of(first, captions.get(table.getString(negative)))));
      }
    }
    assertThat(rows).isEqualTo(expected(SearchDirection.TEXT_TEXT));

    mine(ListColumns.IDS, "scored.parquet", false, true, SearchDirection.TEXT_TEXT);
    try (TableReader table = TableReader.open(folder.resolve("scored.parquet"))) {
      assertThat(table.columns()).containsExactly("query_id", "document_ids", "scores");
      int documents = table.column(ColumnType.UTF8_LIST, "document_ids");
      int scores = table.column(ColumnType.FLOAT32_LIST, "scores");
      while (table.next()) {
        assertThat(captions).containsKeys(table.getStrings(documents).toArray(String[]::new));
        assertThat(table.getFloats(scores)).hasSize(1 + COUNT);
        assertThat(table.getStrings(documents)).hasSize(1 + COUNT);
      }
    }
  }

  @Test
  void flagEmbeddingTakesListsOfTextsAndScoresOfTheSameLength() throws IOException {
    mine(ListColumns.FLAGEMBEDDING, "fe.jsonl", false, true, SearchDirection.TEXT_TEXT);
    List<Row> rows = new ArrayList<>();
    for (JsonNode line : lines("fe.jsonl")) {
      List<String> positives = strings(line.get("pos"));
      List<String> negatives = strings(line.get("neg"));
      assertThat(line.get("pos_scores").size()).isEqualTo(positives.size());
      assertThat(line.get("neg_scores").size()).isEqualTo(negatives.size());
      line.get("neg_scores").forEach(score -> assertThat(score.isFloatingPointNumber()).isTrue());
      addEach(rows, line.get("query").textValue(), positives, negatives);
    }
    assertThat(rows).isEqualTo(expected(SearchDirection.TEXT_TEXT));
  }

  @Test
  void tevatronFindsEveryDocumentInItsCorpus() throws IOException {
    for (SearchDirection direction :
        List.of(SearchDirection.TEXT_TEXT, SearchDirection.TEXT_IMAGE)) {
      String name = "tevatron-" + direction.label();
      mine(ListColumns.TEVATRON, name + ".jsonl", false, false, direction);
      Map<String, String> documents = new HashMap<>();
      for (JsonNode line : lines(name + ".corpus.jsonl")) {
        JsonNode image = line.get("image");
        documents.put(
            line.get("docid").textValue(),
            image.isNull() ? line.get("text").textValue() : image.textValue());
      }
      List<Row> rows = new ArrayList<>();
      for (JsonNode line : lines(name + ".jsonl")) {
        assertThat(line.get("query_id").isTextual()).isTrue();
        assertThat(line.get("query_image").isNull()).isTrue();
        addEach(
            rows,
            line.get("query_text").textValue(),
            strings(line.get("positive_document_ids")).stream().map(documents::get).toList(),
            strings(line.get("negative_document_ids")).stream().map(documents::get).toList());
      }
      assertThat(rows).isEqualTo(expected(direction));
    }
  }

  @Test
  void vlm2VecHasOneNegativeARowAndMmE5AllAsAListInAString() throws IOException {
    SearchDirection direction = SearchDirection.IMAGE_TEXT;
    List<String> names =
        List.of(
            "qry", "qry_image_path", "pos_text", "pos_image_path", "neg_text", "neg_image_path");
    mine(ListColumns.VLM2VEC, "v.parquet", false, false, direction);
    List<Row> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(folder.resolve("v.parquet"))) {
      assertThat(table.columns()).isEqualTo(names);
      names.forEach(name -> table.column(ColumnType.UTF8, name));
      while (table.next()) {
        assertThat(table.getString(0)).isEmpty();
        String first = table.getString(4);
        assertThat(table.next()).isTrue();
        assertThat(table.getString(5)).isEmpty();
        rows.add(
            new Row(table.getString(1), table.getString(2), List.of(first, table.getString(4))));
      }
    }
    assertThat(rows).isEqualTo(expected(direction));

    mine(ListColumns.MME5, "m.parquet", false, false, direction);
    rows.clear();
    try (TableReader table = TableReader.open(folder.resolve("m.parquet"))) {
      names.forEach(name -> table.column(ColumnType.UTF8, name));
      while (table.next()) {
        rows.add(
            new Row(
                table.getString(1),
                table.getString(2),
                strings(Json.mapper().readTree(table.getString(4)))));
      }
    }
    assertThat(rows).isEqualTo(expected(direction));
  }

  @Test
  void uniMeHasTheSameEvenNumberInEveryRow() throws IOException {
    mine(ListColumns.UNIME, "u.json", false, false, SearchDirection.TEXT_IMAGE);
    List<Row> rows = new ArrayList<>();
    for (JsonNode row : Json.readTree(folder.resolve("u.json"))) {
      assertThat(row.get("query_pos_scores").isFloatingPointNumber()).isTrue();
      assertThat(row.get("hard_negatives_scores").size()).isEqualTo(COUNT);
      List<String> negatives = new ArrayList<>();
      row.get("hard_negatives").forEach(pair -> negatives.add(pair.get(1).textValue()));
      rows.add(
          new Row(row.get("query_text").textValue(), row.get("pos_image").textValue(), negatives));
    }
    assertThat(rows).isEqualTo(expected(SearchDirection.TEXT_IMAGE));

    assertThatThrownBy(
            () ->
                new ListLayout(
                    ListColumns.UNIME,
                    folder.resolve("odd.json"),
                    TableFormat.JSONL,
                    3,
                    false,
                    false,
                    false,
                    Optional.of(TEMPLATE),
                    SearchDirection.TEXT_IMAGE))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("even number");
  }

  @Test
  void neMoFindsEveryDocumentInItsCorpusFolder() throws IOException {
    mine(ListColumns.NEMO, "train.json", false, false, SearchDirection.TEXT_TEXT);
    JsonNode train = Json.readTree(folder.resolve("train.json"));
    Path corpus = folder.resolve(train.get("corpus").get(0).get("path").textValue()).normalize();
    JsonNode about = Json.readTree(corpus.resolve("merlin_metadata.json"));
    assertThat(about.get("class").textValue()).isEqualTo("TextQADataset");
    Map<String, String> documents = new HashMap<>();
    try (TableReader table = TableReader.open(corpus.resolve("train.parquet"))) {
      int id = table.column(ColumnType.UTF8, "id");
      int text = table.column(ColumnType.UTF8, "text");
      while (table.next()) {
        documents.put(table.getString(id), table.getString(text));
      }
    }
    List<Row> rows = new ArrayList<>();
    Set<String> questions = new HashSet<>();
    for (JsonNode row : train.get("data")) {
      assertThat(row.get("corpus_id")).isEqualTo(about.get("corpus_id"));
      assertThat(questions.add(row.get("question_id").textValue())).isTrue();
      List<String> positives = new ArrayList<>();
      row.get("pos_doc").forEach(doc -> positives.add(documents.get(doc.get("id").textValue())));
      List<String> negatives = new ArrayList<>();
      row.get("neg_doc").forEach(doc -> negatives.add(documents.get(doc.get("id").textValue())));
      addEach(rows, row.get("question").textValue(), positives, negatives);
    }
    assertThat(rows).isEqualTo(expected(SearchDirection.TEXT_TEXT));

    mine(ListColumns.NEMO_INLINE, "inline.jsonl", false, false, SearchDirection.TEXT_TEXT);
    List<Row> inline = new ArrayList<>();
    for (JsonNode line : lines("inline.jsonl")) {
      addEach(
          inline,
          line.get("query").textValue(),
          strings(line.get("pos_doc")),
          strings(line.get("neg_doc")));
    }
    assertThat(inline).isEqualTo(rows);
  }

  @Test
  void swiftHasOnePositiveAndAPictureForEachTag() throws IOException {
    for (SearchDirection direction :
        List.of(SearchDirection.TEXT_TEXT, SearchDirection.TEXT_IMAGE)) {
      boolean pictures = direction == SearchDirection.TEXT_IMAGE;
      String name = "swift-" + direction.label() + ".jsonl";
      mine(ListColumns.SWIFT, name, false, false, direction);
      List<Row> rows = new ArrayList<>();
      for (JsonNode line : lines(name)) {
        assertThat(line.get("positive_messages").size()).isEqualTo(1);
        List<String> negatives = new ArrayList<>();
        for (int n = 0; n < line.get("negative_messages").size(); n++) {
          negatives.add(
              said(line.get("negative_messages").get(n), pictures, line, "negative_images", n));
        }
        rows.add(
            new Row(
                line.get("messages").get(0).get("content").textValue(),
                said(line.get("positive_messages").get(0), pictures, line, "positive_images", 0),
                negatives));
      }
      assertThat(rows).isEqualTo(expected(direction));
    }
  }

  /** What a message says: its words, or the picture that stands for its tag. */
  private static String said(
      JsonNode message, boolean picture, JsonNode line, String images, int number) {
    String content = message.get(0).get("content").textValue();
    if (!picture) {
      return content;
    }
    assertThat(content).isEqualTo("<image>");
    assertThat(line.get(images).get(number).size()).isEqualTo(1);
    return line.get(images).get(number).get(0).textValue();
  }

  @Test
  void uniIrReadsIdsOfTwoNumbers() throws IOException {
    mine(ListColumns.MBEIR, "b.jsonl", false, false, SearchDirection.TEXT_IMAGE);
    Map<String, String> pool = new HashMap<>();
    for (JsonNode line : lines("b.pool.jsonl")) {
      assertThat(line.get("did").textValue()).matches("\\d+:\\d+");
      assertThat(line.get("txt").isNull()).isTrue();
      pool.put(line.get("did").textValue(), line.get("img_path").textValue());
    }
    List<Row> rows = new ArrayList<>();
    for (JsonNode line : lines("b.jsonl")) {
      assertThat(line.get("qid").textValue()).matches("\\d+:\\d+");
      addEach(
          rows,
          line.get("query_txt").textValue(),
          strings(line.get("pos_cand_list")).stream().map(pool::get).toList(),
          strings(line.get("neg_cand_list")).stream().map(pool::get).toList());
    }
    assertThat(rows).isEqualTo(expected(SearchDirection.TEXT_IMAGE));
  }

  @Test
  void aTrecRunHasSixFieldsAndRanksFromOne() throws IOException {
    CorpusSummary summary =
        mine(ListColumns.TREC, "run.trec", false, false, SearchDirection.TEXT_TEXT);
    List<String> lines = Files.readAllLines(folder.resolve("run.trec"));
    assertThat(lines).hasSize((int) summary.negatives());
    double before = Double.POSITIVE_INFINITY;
    for (int x = 0; x < lines.size(); x++) {
      String[] fields = lines.get(x).split(" ");
      assertThat(fields).hasSize(6);
      assertThat(fields[3]).isEqualTo(Integer.toString(x % COUNT + 1));
      double score = Double.parseDouble(fields[4]);
      assertThat(score).isLessThanOrEqualTo(x % COUNT == 0 ? 1.01 : before);
      before = score;
    }
  }
}
