// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.Side;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists with a recall on the command line: what is said of it, and where. */
class RecallCommandTest {
  private static final String FLAGS = "--direction=text-text --depth=10 --num-negatives=3";

  @TempDir private Path folder;

  private Cli.Result lists(int rows, String flags) {
    Path store = folder.resolve("store");
    if (!Files.exists(store)) {
      WordStore.write(store, rows, 6);
    }
    String line = "lists --quiet --embeddings=" + store + " " + FLAGS + " " + flags;
    Object[] words = (line.strip() + " --out=" + folder.resolve("lists.parquet")).split(" ", -1);
    return Cli.launch(words);
  }

  @Test
  void theMeasuredRecallStandsInTheSummaryTheSidecarAndThePage() {
    Path page = folder.resolve("page.html");

    Cli.Result result = lists(4_800, "--recall=0.95 --html=" + page);

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output())
        .contains("recall, measured by 600 queries: 9")
        .contains("%) of the negatives")
        .containsPattern(
            "looked into [0-9.]+ of [0-9]+ clusters per query, [0-9.]+ % of the pairs");
    Path sidecar = folder.resolve("lists.parquet.json");
    JsonNode recall = Json.readTree(sidecar).at("/summary/recall");
    assertThat(recall.at("/asked").asDouble()).isEqualTo(0.95);
    assertThat(recall.at("/candidates/high").asDouble()).isGreaterThanOrEqualTo(0.95);
    assertThat(recall.at("/negatives/items").asInt()).isEqualTo(1_800);
    assertThat(page)
        .content()
        .contains("recall of candidates", "recall of negatives", "compared pairs");
    Cli.Result again =
        Cli.launch("verify", folder.resolve("lists.parquet").toString(), "--again", "--quiet");
    assertThat(again.exitCode()).as(again.errors()).isZero();
  }

  /** The plan of the first task is shown, and does not serve a store that has changed since. */
  @Test
  void aTaskKeepsItsRecallForStatusAndForThisStoreAlone() throws IOException {
    Path store = folder.resolve("store");
    Cli.Result task = lists(2_400, "--recall=0.9 --shard=0/2");
    assertThat(task.exitCode()).as(task.errors()).isZero();

    Cli.Result status = Cli.launch("status", folder.resolve("lists.parquet.work"));
    assertThat(status.output())
        .contains("recall, measured by 300 queries: ")
        .contains("looked into");
    JsonNode json =
        Json.mapper()
            .readTree(
                Cli.launch("status", folder.resolve("lists.parquet.work"), "--json").output());
    assertThat(json.at("/recall/asked").asDouble()).isEqualTo(0.9);

    Folders.delete(store);
    WordStore.writeOther(store, 2_400, 6);
    for (String more : new String[] {" --shard=1/2", ""}) {
      Cli.Result other = lists(2_400, "--recall=0.9" + more);
      assertThat(other.exitCode()).isEqualTo(1);
      assertThat(other.errors())
          .contains("lists.parquet.work: holds parts of another request: the store")
          .hasLineCount(1);
    }
  }

  /** The lists of a file of candidates name the recall with which these were searched. */
  @Test
  void candidatesKeepTheirRecall() {
    Path candidates = folder.resolve("candidates.parquet");
    Cli.Result searched = lists(2_400, "--recall=0.9 --candidates=" + candidates);
    assertThat(searched.exitCode()).as(searched.errors()).isZero();
    Path sidecar = folder.resolve("lists.parquet.json");
    JsonNode first = Json.readTree(sidecar).at("/summary/recall");

    Cli.Result from = lists(2_400, "--max-score=0.9 --overwrite --from=" + candidates);
    assertThat(from.exitCode()).as(from.errors()).isZero();
    assertThat(from.output()).contains("recall, measured by 300 queries");
    JsonNode second = Json.readTree(sidecar).at("/summary/recall");
    assertThat(second.at("/candidates")).isEqualTo(first.at("/candidates"));
    assertThat(second.at("/negatives/items").asInt()).isZero();
    assertThat(first.at("/negatives/items").asInt()).isPositive();

    Cli.Result both = lists(2_400, "--recall=0.9 --overwrite --from=" + candidates);
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.errors())
        .contains("recall belongs to the search that wrote it")
        .hasLineCount(1);
  }

  @Test
  void twoStoresAndBatchesTakeARecall() throws IOException {
    Path corpus = folder.resolve("corpus");
    WordStore.write(corpus, 3_000, 6);
    Path positives = folder.resolve("positives.csv");
    Files.writeString(positives, "query_key,corpus_key\nk0,k0\nk1,k7\n");
    Path batches = folder.resolve("batches.parquet");

    Cli.Result result =
        lists(
            2_400,
            "--recall=0.9 --batch-size=8 --batches="
                + batches
                + " --corpus="
                + corpus
                + " --positives="
                + positives);

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output()).contains("recall, measured by 300 queries").contains("batches");
    assertThat(batches).isNotEmptyFile();
  }

  @Test
  void aSmallCorpusIsSearchedExactlyWithAReason() {
    Path page = folder.resolve("page.html");

    Cli.Result result = lists(60, "--recall=0.95 --html=" + page);

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output()).contains("searched exactly: with 60 queries and 60 items");
    assertThat(page).content().contains("exact: with 60 queries");
  }

  @Test
  void anExactSearchSaysNothingOfRecall() {
    assertThat(lists(60, "").output()).doesNotContain("recall");
    assertThat(Json.readTree(folder.resolve("lists.parquet.json")).at("/summary").has("recall"))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5", "1", "2", "NaN"})
  void aRecallThatCannotBeIsRefused(String recall) {
    Cli.Result result = lists(60, "--recall=" + recall);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).contains("recall must lie in [0.9, 1)").hasLineCount(1);
  }

  @Test
  void aDryRunSaysWhatTheSearchTakesAndWritesNothing() throws IOException {
    Cli.Result result = lists(4_800, "--recall=0.95 --dry-run");

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output())
        .contains("text-text: 4,800 queries and 4,800 items, which take 1 MB of memory")
        .containsPattern("an exact search takes about \\d+ s with \\d+ thread")
        .containsPattern("dividing the items into \\d+ clusters compares .* pairs, an exact search")
        .contains("at most about a quarter", "nothing was written");
    Cli.Result json = lists(4_800, "--dry-run --json");
    JsonNode cost = Json.mapper().readTree(json.output());
    assertThat(cost.at("/queries").asInt()).isEqualTo(4_800);
    assertThat(cost.at("/clusters").asInt()).isZero();
    assertThat(cost.at("/time/passes").asInt()).isEqualTo(1);
    assertThat(cost.at("/time/disk_bytes").asInt()).isEqualTo(4_800 * 10 * 8);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(folder.resolve("store"));
    }
    assertThat(lists(4_800, "--memory=1m --dry-run").exitCode()).isEqualTo(2);
    Files.writeString(folder.resolve("lists.parquet"), "of another tool");
    Cli.Result taken = lists(4_800, "--dry-run");
    assertThat(taken.exitCode()).isEqualTo(2);
    assertThat(taken.errors()).contains("lists.parquet: already exists").hasLineCount(1);
  }

  @Test
  void aDryRunSaysThatSoFewAreSearchedExactly() {
    Cli.Result result = lists(60, "--recall=0.95 --dry-run");

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.errors()).contains("searching exactly: with 60 queries and 60 items");
    assertThat(result.output()).doesNotContain("clusters");
  }

  /** Each direction has a recall of its own, and the lists that it has by itself. */
  @Test
  void bothDirectionsHaveARecallEach() throws IOException {
    Path store = folder.resolve("store");
    WordStore.write(store, 2_400, 6);
    String flags = " --depth=10 --num-negatives=3 --recall=0.9 --quiet --embeddings=" + store;
    Cli.Result both = launch("lists --direction=both" + flags + " --out=" + folder + "/b.parquet");
    assertThat(both.exitCode()).as(both.errors()).isZero();
    assertThat(both.output().split("recall, measured by", -1)).hasSize(3);
    for (String direction : List.of("text-image", "image-text")) {
      Cli.Result one =
          launch(
              "lists --direction="
                  + direction
                  + flags
                  + " --out="
                  + folder
                  + "/one.parquet"
                  + " --overwrite");
      assertThat(one.exitCode()).as(one.errors()).isZero();
      assertThat(folder.resolve("b." + direction + ".parquet"))
          .hasSameBinaryContentAs(folder.resolve("one.parquet"));
      JsonNode recall =
          Json.readTree(folder.resolve("b." + direction + ".parquet.json")).at("/summary/recall");
      assertThat(recall.at("/why_exact").asText()).isEmpty();
      assertThat(recall.at("/negatives/share").asDouble()).isGreaterThan(0.85);
    }
  }

  /** Anchors are the queries of a store of pairs of texts; each occurs in two rows. */
  @Test
  void anchorsOfPairsOfTextsAreSearchedWithARecall() {
    Path pairs = folder.resolve("pairs");
    StoreOptions options =
        new StoreOptions(
                StoreLayout.ARROW,
                VectorType.FLOAT32,
                6,
                500,
                true,
                true,
                Provenance.of("test", 0, Map.of(), List.of()),
                null)
            .withSides(Side.TEXTS);
    RandomStream random = RandomStream.of(3, "pairs");
    try (StoreWriter writer = StoreWriter.open(pairs, options, false)) {
      float[] vectors = new float[12];
      for (int row = 0; row < 4_800; row++) {
        for (int k = row % 2 == 0 ? 0 : 6; k < vectors.length; k++) {
          vectors[k] = (float) random.nextGaussian();
        }
        writer.append(
            "k" + row,
            Optional.of("anchor-" + row / 2),
            Optional.of("passage " + row),
            Optional.of("question " + row / 2),
            vectors,
            0,
            vectors,
            6);
      }
      writer.finish();
    }
    String line = "lists --quiet --direction=text-text --depth=10 --num-negatives=3 --embeddings=";

    Cli.Result result = launch(line + pairs + " --recall=0.9 --out=" + folder + "/near.parquet");
    Cli.Result exact = launch(line + pairs + " --out=" + folder + "/exact.parquet");

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(exact.exitCode()).as(exact.errors()).isZero();
    JsonNode near = Json.readTree(folder.resolve("near.parquet.json")).at("/summary");
    assertThat(near.at("/recall/why_exact").asText()).isEmpty();
    assertThat(near.at("/recall/candidates/high").asDouble()).isGreaterThanOrEqualTo(0.9);
    assertThat(near.at("/queries").asInt()).isEqualTo(2_400);
    assertThat(near.at("/positive_mean"))
        .isEqualTo(
            Json.readTree(folder.resolve("exact.parquet.json")).at("/summary/positive_mean"));
  }

  private static Cli.Result launch(String line) {
    Object[] words = line.split(" ", -1);
    return Cli.launch(words);
  }
}
