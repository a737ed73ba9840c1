// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A model as the judge of lists from a corpus, held to what an audit of the same pairs by the same
 * model says.
 */
class CorpusJudgeTest {
  private static final Path MODEL =
      Path.of("..", "onnx-models", "scenes-tiny").toAbsolutePath().normalize();
  private static final String DATA = "--input-dataset=scenes:test,count=24";
  private static final double BATCHES = 1e-4; // pairs are scored in batches of other sizes

  @TempDir private static Path folder;
  private static final Map<String, Double> AUDITED = new HashMap<>();

  @BeforeAll
  static void auditAllPairs() throws IOException {
    run("embed", DATA, "--model=" + MODEL, "--out=" + folder.resolve("store"));
    EmbeddingStore store = EmbeddingStore.open(folder.resolve("store"));
    List<String> pairs = new ArrayList<>(List.of("image_key,text_key"));
    for (int image = 0; image < store.rows(); image++) {
      for (int text = 0; text < store.rows(); text++) {
        pairs.add(store.key(image) + "," + store.key(text));
      }
    }
    Files.write(folder.resolve("pairs.csv"), pairs);
    run(
        "audit-fn",
        DATA,
        "--pairs=" + folder.resolve("pairs.csv"),
        "--model=m=" + MODEL,
        "--out=" + folder.resolve("audit"));
    try (TableReader table = TableReader.open(folder.resolve("audit").resolve("pairs.parquet"))) {
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      int score = table.column(ColumnType.FLOAT32, "match_probability_m");
      while (table.next()) {
        AUDITED.put(
            table.getString(image) + " " + table.getString(text), (double) table.getFloat(score));
      }
    }
  }

  private static void run(Object... arguments) {
    Cli.Result result = Cli.launch(arguments);
    assertThat(result.exitCode()).as(result.errors()).isZero();
  }

  private static double probability(String image, String text) {
    return AUDITED.get(image + " " + text);
  }

  private static Cli.Result mine(String direction, String... flags) {
    List<Object> all =
        new ArrayList<>(
            List.of(
                "lists",
                "--quiet",
                "--embeddings=" + folder.resolve("store"),
                "--direction=" + direction,
                "--overwrite",
                "--out=" + folder.resolve(direction + ".jsonl")));
    all.addAll(List.of(flags));
    return Cli.launch(all.toArray());
  }

  @ParameterizedTest
  @ValueSource(strings = {"text-image", "image-text"})
  void aModelScoresThePictureOfAPairWithItsCaption(String direction) throws IOException {
    Cli.Result result = mine(direction, "--depth=6", "--num-negatives=4", "--judge=" + MODEL, DATA);
    assertThat(result.exitCode()).as(result.errors()).isZero();

    int rows = 0;
    for (String line : Files.readAllLines(folder.resolve(direction + ".jsonl"))) {
      JsonNode row = Json.mapper().readTree(line);
      boolean fromText = direction.startsWith("text");
      String anchor = row.path("anchor").asText();
      String negative = row.path("negative").asText();
      assertThat(row.path("judge_score").asDouble())
          .isCloseTo(
              probability(fromText ? negative : anchor, fromText ? anchor : negative),
              within(BATCHES));
      rows++;
    }
    assertThat(rows).isEqualTo(24 * 4);
    assertThat(folder.resolve(direction + ".jsonl.work")).doesNotExist();
  }

  @Test
  void aModelOrdersAListAndBoundsItsMargin() throws IOException {
    Cli.Result result =
        mine(
            "image-text",
            "--depth=12",
            "--num-negatives=4",
            "--judge=" + MODEL,
            "--judge-for=filter,rank",
            "--absolute-margin=0.1",
            DATA);
    assertThat(result.exitCode()).as(result.errors()).isZero();

    int lists = 0;
    double before = Double.POSITIVE_INFINITY;
    String anchor = "";
    for (String line : Files.readAllLines(folder.resolve("image-text.jsonl"))) {
      JsonNode row = Json.mapper().readTree(line);
      if (row.path("negative").isNull()) {
        continue;
      }
      double score = row.path("judge_score").asDouble();
      String asks = row.path("anchor").asText();
      if (asks.equals(anchor)) {
        assertThat(score).isLessThanOrEqualTo(before);
      } else {
        lists++;
      }
      // A sample's own caption is never audited; the positive's score is at most 1.
      assertThat(score).isLessThanOrEqualTo(0.9 + BATCHES);
      assertThat(score)
          .isCloseTo(probability(asks, row.path("negative").asText()), within(BATCHES));
      anchor = row.path("anchor").asText();
      before = score;
    }
    assertThat(lists).isGreaterThan(12);
  }

  @Test
  void aModelWithoutItsDataIsRefused() {
    Cli.Result none = mine("both", "--depth=6", "--judge=" + MODEL);
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.errors())
        .contains("a model judges the texts and pictures that the store was made of")
        .hasLineCount(1);
    Cli.Result others =
        mine(
            "text-image", "--depth=6", "--judge=" + MODEL, "--input-dataset=scenes:train,count=24");
    assertThat(others.exitCode()).as(others.errors()).isNotZero();
    assertThat(others.errors()).contains("a judge needs the data of the store").hasLineCount(1);
    Cli.Result images =
        mine(
            "image-image",
            "--depth=6",
            "--judge=" + MODEL,
            "--positives=" + MODEL.resolve("config.json"),
            DATA);
    assertThat(images.exitCode()).isEqualTo(2);
    assertThat(images.errors()).contains("a model judges an image with a text").hasLineCount(1);
  }
}
