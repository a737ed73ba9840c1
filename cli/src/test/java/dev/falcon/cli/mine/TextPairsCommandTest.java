// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.Side;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands over a store of 40 pairs of texts, in their own words. */
class TextPairsCommandTest {
  private static final int ROWS = 40;
  private static final int DIMENSION = 8;

  @TempDir private Path folder;
  private Path pairs;

  @BeforeEach
  void layOut() {
    pairs = store("pairs", true);
  }

  private Path store(String name, boolean texts) {
    return store(name, texts, 0);
  }

  /** Writes a store of which so many rows have the same text on both sides. */
  private Path store(String name, boolean texts, int same) {
    Path file = folder.resolve(name);
    StoreOptions options =
        new StoreOptions(StoreLayout.ARROW, VectorType.FLOAT32, DIMENSION, ROWS, true, true, null)
            .withSides(texts ? Side.TEXTS : null);
    RandomStream random = RandomStream.of(1, "store");
    float[] vectors = new float[2 * DIMENSION];
    try (StoreWriter writer = StoreWriter.open(file, options, false)) {
      for (int row = 0; row < ROWS; row++) {
        for (int k = 0; k < DIMENSION; k++) {
          vectors[k] = (float) random.nextGaussian();
          vectors[DIMENSION + k] = vectors[k] + 0.3f * (float) random.nextGaussian();
        }
        writer.append(
            "k" + row,
            Optional.of("i" + row),
            Optional.of("passage " + row),
            texts ? Optional.of((row < same ? "passage " : "query ") + row) : Optional.empty(),
            vectors,
            0,
            vectors,
            DIMENSION);
      }
      writer.finish();
    }
    return file;
  }

  private Cli.Result mine(Path store, String plan, String... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of("mine", "--embeddings", store, "--batch-size=10", "--quantiles=falcon+"));
    arguments.add("--out=" + folder.resolve(plan));
    arguments.addAll(List.of(more));
    return Cli.launch(arguments.toArray());
  }

  @Test
  void aSecondWitnessForImagesIsRemarkedOn() {
    String remark = "warning: --second-witness is for texts on both sides";
    Cli.Result ofImages = mine(store("images", false), "a.parquet", "--second-witness=1");
    assertThat(ofImages.exitCode()).as(ofImages.errors()).isZero();
    assertThat(ofImages.errors()).contains(remark);
    assertThat(mine(folder.resolve("images"), "d.parquet", "--second-witness=1", "--json").output())
        .containsPattern("\"warnings\" : \\[\\s+\"--second-witness is for texts on both sides");
    assertThat(mine(pairs, "b.parquet", "--second-witness=1").errors()).doesNotContain(remark);
    assertThat(mine(folder.resolve("images"), "c.parquet").errors()).doesNotContain(remark);
  }

  @Test
  void summariesSayAnchorAndText() throws IOException {
    Cli.Result mined = mine(pairs, "plan.parquet");
    assertThat(mined.output()).contains("negatives of the same anchor: 0; with the same text: 0");
    Path page = folder.resolve("check.html");
    Cli.Result checked = Cli.launch("data", "check", pairs, "--html=" + page, "-q");
    assertThat(checked.exitCode()).as(checked.errors()).isZero();
    assertThat(checked.output())
        .contains("if a wrong text is a random one", "anchors with a near duplicate: 0 of 40")
        .contains("own anchor first", "texts repeated")
        .doesNotContain("image", "caption");
    assertThat(Files.readString(page))
        .contains("Texts whose own anchor ranks below the median", "Near-duplicate anchors")
        .doesNotContain(" image", "aption is", "captions");
  }

  private Cli.Result audit(String... more) throws IOException {
    StringBuilder rows = new StringBuilder();
    StringBuilder scores = new StringBuilder("image_key,text_key,score\n");
    for (int row = 0; row < ROWS; row++) {
      rows.append(
          String.format(
              Locale.ROOT,
              "{\"key\": \"k%d\", \"anchor\": \"query %d\", \"positive\": \"passage %d\"}\n",
              row,
              row,
              row));
      for (int other = 0; other < ROWS; other++) {
        String score = Math.abs(row - other) <= 2 ? "0.9" : "0.1";
        scores.append(String.format(Locale.ROOT, "k%d,k%d,%s\n", row, other, score));
      }
    }
    Path data = Files.writeString(folder.resolve("two.jsonl"), rows);
    Files.writeString(folder.resolve("scores.csv"), scores);
    List<Object> arguments =
        new ArrayList<>(List.of("audit-fn", "--input-dataset=" + data, "--embeddings=" + pairs));
    arguments.addAll(List.of("--out=" + folder.resolve("audit"), "-q"));
    arguments.addAll(List.of(more));
    return Cli.launch(arguments.toArray());
  }

  /** Each query matches the passages of two rows on either side: at most 4 of 39. */
  @Test
  void aTableOfScoresJudgesPairsOfTexts() throws IOException {
    Cli.Result audit =
        audit(
            "--scores=cross=" + folder.resolve("scores.csv") + ":probability",
            "--quantiles=0,0.5,1",
            "--thresholds=0.5",
            "--json");
    assertThat(audit.exitCode()).as(audit.errors()).isZero();
    JsonNode json = Json.mapper().readTree(audit.output());
    JsonNode found = json.path("findings").path(0);
    assertThat(found.path("judge").asText()).isEqualTo("cross");
    assertThat(found.path("judged").asInt()).isEqualTo(3 * 2 * ROWS);
    int matches = 0;
    try (TableReader drawn = TableReader.open(folder.resolve("audit/pairs.parquet"))) {
      int image = drawn.column(ColumnType.UTF8, "image_key");
      int text = drawn.column(ColumnType.UTF8, "text_key");
      while (drawn.next()) {
        matches += Math.abs(row(drawn.getString(image)) - row(drawn.getString(text))) <= 2 ? 1 : 0;
      }
    }
    assertThat(found.path("share").asDouble()).isEqualTo(matches / (6.0 * ROWS));
    Cli.Result cosine = audit("--quantiles=1", "--overwrite");
    assertThat(cosine.exitCode()).as(cosine.errors()).isZero();
    assertThat(folder.resolve("audit/report.html"))
        .content()
        .contains("anchor: query ", "anchor k")
        .doesNotContain("image k", "<img");
  }

  private static int row(String key) {
    return Integer.parseInt(key.substring(1));
  }

  /** The cross-encoder finds a match where the numbers differ by at most 2. */
  @Test
  void aCrossEncoderJudgesPairsOfTexts() throws IOException {
    Path model = CrossEncoderFolder.write(folder.resolve("cross"), ROWS);
    Cli.Result audit =
        audit("--model=cross=" + model, "--quantiles=0,0.5,1", "--thresholds=0.5", "--json");
    assertThat(audit.exitCode()).as(audit.errors()).isZero();
    JsonNode found = Json.mapper().readTree(audit.output()).path("findings").path(0);
    assertThat(found.path("judged").asInt()).isEqualTo(3 * 2 * ROWS);
    int matches = 0;
    try (TableReader drawn = TableReader.open(folder.resolve("audit/pairs.parquet"))) {
      int image = drawn.column(ColumnType.UTF8, "image_key");
      int text = drawn.column(ColumnType.UTF8, "text_key");
      int score = drawn.column(ColumnType.FLOAT32, "match_probability_cross");
      while (drawn.next()) {
        int query = row(drawn.getString(image));
        int passage = row(drawn.getString(text));
        assertThat((double) drawn.getFloat(score))
            .isCloseTo(CrossEncoderFolder.probability(query, passage), within(1e-6));
        matches += Math.abs(query - passage) <= 2 ? 1 : 0;
      }
    }
    assertThat(found.path("share").asDouble()).isEqualTo(matches / (6.0 * ROWS));
    Cli.Result verified = Cli.launch("model", "verify", model, "-q");
    assertThat(verified.exitCode()).as(verified.errors()).isZero();
  }

  @Test
  void aCrossEncoderJudgesListsFromACorpus() throws IOException {
    Path model = CrossEncoderFolder.write(folder.resolve("cross"), ROWS);
    audit("--quantiles=1"); // writes the data
    Path lists = folder.resolve("lists.jsonl");
    Cli.Result mined =
        Cli.launch(
            "lists",
            "--direction=text-text",
            "--embeddings=" + pairs,
            "--depth=20",
            "--num-negatives=4",
            "--absolute-margin=0.5",
            "--judge=" + model,
            "--input-dataset=" + folder.resolve("two.jsonl"),
            "--out=" + lists,
            "-q");
    assertThat(mined.exitCode()).as(mined.errors()).isZero();
    int rows = 0;
    for (String line : Files.readAllLines(lists)) {
      JsonNode row = Json.mapper().readTree(line);
      int query = number(row.path("anchor"));
      int passage = number(row.path("negative"));
      assertThat(Math.abs(query - passage)).isGreaterThan(2);
      assertThat(row.path("judge_score").asDouble())
          .isCloseTo(CrossEncoderFolder.probability(query, passage), within(1e-6));
      rows++;
    }
    assertThat(rows).isEqualTo(ROWS * 4);
  }

  /** The number at the end of a key or a text. */
  private static int number(JsonNode text) {
    return Integer.parseInt(text.asText().replaceFirst(".*\\D", ""));
  }

  @Test
  void modelsThatJudgeImagesSayWhatJudgesPairsOfTexts() throws IOException {
    Path model = Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny");
    Cli.Result audit = audit("--model=" + model);
    assertThat(audit.errors())
        .contains("scenes-tiny: judges images, and ")
        .contains("two.jsonl holds pairs of texts; expected a cross-encoder")
        .hasLineCount(1);
    assertThat(folder.resolve("audit/audit.json")).doesNotExist();
    Path cross = CrossEncoderFolder.write(folder.resolve("cross"), ROWS);
    Cli.Result images =
        Cli.launch(
            "audit-fn",
            "--input-dataset=scenes:test,count=24",
            "--quantiles=1",
            "--embeddings=" + pairs,
            "--model=" + cross,
            "--out=" + folder.resolve("audit"));
    assertThat(images.exitCode()).isNotZero();
    assertThat(images.errors())
        .contains("cross: judges pairs of texts, and ")
        .contains("holds images; expected a model that matches images with texts")
        .hasLineCount(1);
  }

  /** A table of every text with itself leaves most queries without a positive. */
  @Test
  void listsSayThatATableHoldsTheQueriesThemselves() throws IOException {
    Path store = store("others", false);
    StringBuilder table = new StringBuilder("query_key\tcorpus_key\nk0\tk1\n");
    for (int row = 0; row < ROWS; row++) {
      table.append("k" + row + "\tk" + row + "\n");
    }
    Path selves = folder.resolve("selves.tsv");
    Files.writeString(selves, table);
    Cli.Result lists =
        Cli.launch(
            "lists",
            "--embeddings=" + store,
            "--direction=text-text",
            "--positives=" + selves,
            "-q",
            "--out=" + folder.resolve("c.parquet"));
    assertThat(lists.output() + lists.errors())
        .contains("queries without a known positive: " + (ROWS - 1))
        .contains("positives that are the query itself or have its text, skipped: " + ROWS);
  }

  @Test
  void listsSayThatPositivesAreTheQueriesThemselves() {
    Cli.Result some =
        Cli.launch(
            "lists",
            "--embeddings=" + store("some", true, 3),
            "--direction=text-text",
            "-q",
            "--out=" + folder.resolve("a.parquet"));
    assertThat(some.output() + some.errors())
        .contains("queries without a known positive: 3")
        .contains("positives that are the query itself or have its text, skipped: 3");
    Cli.Result all =
        Cli.launch(
            "lists",
            "--embeddings=" + store("all", true, ROWS),
            "--direction=text-text",
            "-q",
            "--columns=triplet",
            "--texts",
            "--out=" + folder.resolve("b.parquet"));
    assertThat(all.exitCode()).isEqualTo(1);
    assertThat(all.errors())
        .contains("no query has a known positive")
        .contains("their positives are the queries themselves");
  }

  /** Two images with two captions each: one sample of both, and two samples of one image id. */
  @Test
  void listsOfCaptionsWithoutPicturesAreAuditedAndLabelled() throws IOException {
    Path captions = folder.resolve("captions");
    StoreOptions options =
        new StoreOptions(StoreLayout.ARROW, VectorType.FLOAT32, 2, 4, true, true, null)
            .withSides(Side.TEXTS);
    String[] keys = {"a#0", "a#1", "b", "c"};
    float[] vectors = {1, 0, 0.8f, 0.6f, 0, 1, -1, 0};
    try (StoreWriter writer = StoreWriter.open(captions, options, false)) {
      for (int row = 0; row < 4; row++) {
        Optional<String> text = Optional.of("text of " + keys[row]);
        Optional<String> image = Optional.of(row < 2 ? "a" : "other");
        writer.append(keys[row], image, text, text, vectors, 2 * row, vectors, 2 * row);
      }
      writer.finish();
    }
    Path data =
        Files.writeString(
            folder.resolve("captions.jsonl"),
            """
            {"key": "a", "captions": ["text of a#0", "text of a#1"]}
            {"key": "b", "image_id": "other", "caption": "text of b"}
            {"key": "c", "image_id": "other", "caption": "text of c"}
            """);
    Path lists = folder.resolve("lists.jsonl");
    Path audit = folder.resolve("of-captions");
    List<List<Object>> commands =
        List.of(
            List.of("lists", "--direction=text-text", "--texts", "--embeddings=" + captions),
            List.of("audit-fn", "--draw-only", "--embeddings=" + captions, "--lists=" + lists),
            List.of("label", audit, "--count=4", "--static=" + folder.resolve("label.html")));
    for (List<Object> command : commands) {
      List<Object> words = new ArrayList<>(command);
      words.add("-q");
      if (command != commands.get(2)) {
        words.add("--out=" + (command == commands.get(0) ? lists : audit));
      }
      if (command != commands.get(0)) {
        words.add("--input-dataset=" + data);
      }
      Cli.Result result = Cli.launch(words.toArray());
      assertThat(result.exitCode()).as(result.errors()).isZero();
    }
    Map<String, String> drawn = new HashMap<>();
    try (TableReader table = TableReader.open(audit.resolve("pairs.parquet"))) {
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      while (table.next()) {
        drawn.put(table.getString(image), table.getString(text));
      }
    }
    assertThat(drawn)
        .isEqualTo(Map.of("a#0", "b", "a#1", "b", "b", "a#1", "c", "a#1")); // the nearest of others
    assertThat(audit.resolve("report.html")).content().doesNotContain("its own");
    assertThat(folder.resolve("label.html"))
        .content()
        .contains("\"own\":[\"text of a#1\"]", "\"own\":[\"text of c\"]");
    Cli.Result judged =
        Cli.launch(
            "lists",
            "--direction=text-text",
            "--embeddings=" + captions,
            "--depth=3",
            "--judge=" + CrossEncoderFolder.write(folder.resolve("cross"), ROWS),
            "--input-dataset=" + data,
            "--out=" + folder.resolve("judged.jsonl"),
            "-q");
    assertThat(judged.exitCode()).as(judged.errors()).isZero();
    assertThat(folder.resolve("judged.jsonl")).content().contains("\"judge_score\"");
  }

  /** All rows have the same text on both sides, and vectors that differ, as with a query prompt. */
  @Test
  void textsThatAreTheirOwnAnchorsHaveNoOwnPairsToCheck() throws IOException {
    Path page = folder.resolve("self.html");
    Cli.Result checked =
        Cli.launch("data", "check", store("self", true, ROWS), "--html=" + page, "-q");
    assertThat(checked.exitCode()).as(checked.errors()).isZero();
    assertThat(checked.output())
        .startsWith("Both sides of every row are the same")
        .contains("Anchors with a near duplicate: 0 of 40")
        .doesNotContain("own anchor first", "At most", "fit");
    assertThat(Files.readString(page)).doesNotContain("rank lowest", "that fit everything");
  }
}
