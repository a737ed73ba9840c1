// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Audits of lists from a corpus on Scenes, held to a count over the list by the truth. */
class CorpusAuditTest {
  private static final Path MODEL =
      Path.of("..", "onnx-models", "scenes-tiny").toAbsolutePath().normalize();
  private static final String DATA = "--input-dataset=scenes:test,count=60";

  @TempDir private static Path folder;

  @BeforeAll
  static void embed() {
    run("embed", DATA, "--model=" + MODEL, "--out=" + folder.resolve("store"));
  }

  private static void run(Object... arguments) {
    Cli.Result result = Cli.launch(arguments);
    assertThat(result.exitCode()).as(result.errors()).isZero();
  }

  private static Path mine(String direction) {
    Path lists = folder.resolve(direction + ".jsonl");
    run(
        "lists",
        "--overwrite",
        "--embeddings=" + folder.resolve("store"),
        "--direction=" + direction,
        "--num-negatives=12",
        "--out=" + lists);
    return lists;
  }

  private static Map<String, Boolean> truth(Path pairs) {
    Map<String, Boolean> truth = new HashMap<>();
    try (TableReader table = TableReader.open(pairs)) {
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      int match = table.column(ColumnType.BOOL, "truth");
      while (table.next()) {
        truth.put(table.getString(image) + " " + table.getString(text), table.getBoolean(match));
      }
    }
    return truth;
  }

  @ParameterizedTest
  @CsvSource({"text-image, 0, 0", "text-image, 3-9, 9", "image-text, 0, 0", "text-text, 1-2, 2"})
  void aRangeOfRanksHasTheShareOfItsOwnNegatives(String direction, String range, int last)
      throws IOException {
    Path lists = mine(direction);
    Path audit = folder.resolve(direction + last);
    run("audit-fn", DATA, "--lists=" + lists, "--out=" + audit);

    Map<String, Boolean> truth = truth(audit.resolve("pairs.parquet"));
    int first = Integer.parseInt(range.split("-", 2)[0]);
    Map<String, Integer> places = new HashMap<>();
    Set<String> nearer = new HashSet<>();
    for (String line : Files.readAllLines(lists)) {
      JsonNode row = Json.mapper().readTree(line);
      String anchor = row.path("anchor").asText();
      String negative = row.path("negative").asText();
      boolean images = direction.equals("text-image");
      String pair = (images ? negative : anchor) + " " + (images ? anchor : negative);
      places.putIfAbsent(pair, row.path("rank").asInt());
      if (row.path("negative_score").asDouble() > row.path("positive_score").asDouble(1)) {
        nearer.add(pair);
      }
    }
    assertThat(truth.keySet()).isEqualTo(places.keySet());
    long all = places.values().stream().filter(rank -> rank >= first && rank <= last).count();
    long wrong =
        places.entrySet().stream()
            .filter(entry -> entry.getValue() >= first && entry.getValue() <= last)
            .filter(entry -> truth.get(entry.getKey()))
            .count();

    JsonNode share = share(audit, "rank", range);
    assertThat(share.path("judged").asLong()).isEqualTo(all);
    assertThat(share.path("positives").asLong()).isEqualTo(wrong);
    assertThat(share.path("share").asDouble()).isCloseTo(wrong / (double) all, within(1e-9));
    assertThat(share(audit, "nearer_than_positive", "1").path("judged").asInt())
        .isEqualTo(nearer.size());
  }

  private static JsonNode share(Path audit, String group, String value) throws IOException {
    for (JsonNode row : Json.readTree(audit.resolve("audit.json")).path("shares")) {
      if (row.path("judge").asText().equals("truth")
          && row.path("group").asText().equals(group)
          && row.path("value").asText().equals(value)) {
        return row.path("share");
      }
    }
    return Json.mapper().createObjectNode();
  }

  @Test
  void listsOfImagesOfImagesHaveNoCaptionToBeTrue() throws IOException {
    Path positives = folder.resolve("positives.tsv");
    Files.writeString(positives, "test-0000000\ttest-0000001\t1\n");
    Path lists = folder.resolve("images.parquet");
    run(
        "lists",
        "--embeddings=" + folder.resolve("store"),
        "--direction=image-image",
        "--positives=" + positives,
        "--out=" + lists);
    Cli.Result result =
        Cli.launch("audit-fn", DATA, "--lists=" + lists, "--out=" + folder.resolve("no"));
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains("lists images of images").hasLineCount(1);
  }
}
