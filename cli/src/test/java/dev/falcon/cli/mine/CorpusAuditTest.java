package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.report.ListColumns;
import dev.falcon.mining.report.SentenceColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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

  /** What mining writes in any form is what the next commands take. */
  @ParameterizedTest
  @EnumSource(ListColumns.class)
  void everyFormIsAudited(ListColumns columns) throws IOException {
    boolean sentences =
        Arrays.stream(SentenceColumns.values())
            .anyMatch(known -> known.label().equals(columns.label()));
    Path lists = folder.resolve("form-" + columns.label() + "." + columns.extension());
    List<Object> mine =
        new ArrayList<>(
            List.of(
                "lists",
                "--embeddings=" + folder.resolve("store"),
                "--direction=text-text",
                "--num-negatives=4",
                "--columns=" + columns.label(),
                "--positives=" + positives(),
                "--out=" + lists));
    if (sentences) {
      mine.add("--texts");
    }
    run(mine.toArray());
    Path audit = folder.resolve("audit-" + columns.label());
    run("audit-fn", DATA, "--lists=" + lists, "--draw-only", "--out=" + audit);

    try (TableReader pairs = TableReader.open(audit.resolve("pairs.parquet"));
        TableReader keys =
            TableReader.open(lists.resolveSibling(lists.getFileName() + ".keys.parquet"))) {
      Set<String> listed = new HashSet<>();
      int anchor = keys.column(ColumnType.UTF8, "anchor");
      int negative = keys.column(ColumnType.UTF8, "negative");
      while (keys.next()) {
        listed.add(keys.getString(anchor) + " " + keys.getString(negative));
      }
      Set<String> drawn = new HashSet<>();
      int image = pairs.column(ColumnType.UTF8, "image_key");
      int text = pairs.column(ColumnType.UTF8, "text_key");
      while (pairs.next()) {
        drawn.add(pairs.getString(image) + " " + pairs.getString(text));
      }
      assertThat(drawn).isNotEmpty().isEqualTo(listed);
    }
  }

  /** The positive of each row's caption is the next row's. */
  private static Path positives() throws IOException {
    Path file = folder.resolve("positives.jsonl");
    List<String> keys = new ArrayList<>();
    EmbeddingStore store = EmbeddingStore.open(folder.resolve("store"));
    for (long row = 0; row < store.rows(); row++) {
      keys.add(store.key(row));
    }
    StringBuilder rows = new StringBuilder();
    for (int k = 0; k < keys.size(); k++) {
      rows.append(
          "{\"query_key\":\"%s\",\"corpus_key\":\"%s\",\"score\":1.0}\n"
              .formatted(keys.get(k), keys.get((k + 1) % keys.size())));
    }
    Files.writeString(file, rows);
    return file;
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
