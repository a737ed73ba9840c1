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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
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

  /** Of vectors that are all equal every item is as near as any other: no cluster helps. */
  @Test
  void equalVectorsAreSearchedExactly() {
    Path store = folder.resolve("equal");
    write(store, StoreLayout.ARROW, 2_400, row -> new float[] {0.6f, 0.8f});

    Cli.Result result =
        launch(
            "lists --quiet --direction=text-text --depth=10 --num-negatives=3 --recall=0.9"
                + " --embeddings="
                + store
                + " --out="
                + folder.resolve("equal.parquet"));

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output())
        .contains("searched exactly: no division into clusters helps with these vectors");
  }

  /** Rows without a direction belong to no cluster, and are rejected as in an exact search. */
  @Test
  void rowsWithoutADirectionAreRejected() throws IOException {
    Path store = folder.resolve("odd");
    RandomStream random = RandomStream.of(4, "odd");
    write(
        store,
        StoreLayout.CLIP_RETRIEVAL,
        2_400,
        row -> {
          float[] vector = new float[6];
          for (int k = 0; k < vector.length; k++) {
            vector[k] = (float) random.nextGaussian();
          }
          return vector;
        });
    Files.delete(store.resolve("store.json"));
    try (Stream<Path> files = Files.list(store.resolve("text_emb"))) {
      for (Path file : files.toList()) {
        try (FileChannel vectors = FileChannel.open(file, StandardOpenOption.WRITE)) {
          int bytes = 6 * Float.BYTES;
          ByteBuffer none = ByteBuffer.allocate(bytes);
          vectors.write(none, vectors.size() - 9L * bytes);
          ByteBuffer nan = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
          nan.putFloat(0, Float.NaN);
          vectors.write(nan, vectors.size() - 7L * bytes);
        }
      }
    }

    Cli.Result result =
        launch(
            "lists --quiet --direction=text-text --depth=10 --num-negatives=3 --recall=0.9"
                + " --embeddings="
                + store
                + " --out="
                + folder.resolve("odd.parquet"));

    assertThat(result.exitCode()).as(result.errors()).isEqualTo(3);
    JsonNode summary = Json.readTree(folder.resolve("odd.parquet.json")).at("/summary");
    assertThat(summary.at("/queries").asInt()).isEqualTo(2_400 - 2 * 5);
    assertThat(summary.at("/recall/why_exact").asText()).isEmpty();
    assertThat(summary.at("/recall/negatives/low").asDouble()).isGreaterThan(0.8);
  }

  /** Writes a store whose images and texts have the same vectors. */
  private static void write(
      Path store, StoreLayout layout, int rows, IntFunction<float[]> vectors) {
    StoreOptions options =
        new StoreOptions(
            layout,
            VectorType.FLOAT32,
            vectors.apply(0).length,
            500,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    try (StoreWriter writer = StoreWriter.open(store, options, false)) {
      for (int row = 0; row < rows; row++) {
        float[] vector = vectors.apply(row);
        writer.append(
            "k" + row,
            Optional.of("i" + row / 2),
            Optional.of("words " + row),
            vector,
            0,
            vector,
            0);
      }
      writer.finish();
    }
  }

  /** A model scores the candidates that the search misses, too, for the queries that measure it. */
  @Test
  void theRecallOfNegativesIsMeasuredIfAModelJudges() {
    Path model = Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny");
    String data = " --input-dataset=scenes:test,count=2400";
    Path store = folder.resolve("scenes");
    Cli.Result embedded = launch("embed --quiet" + data + " --model=" + model + " --out=" + store);
    assertThat(embedded.exitCode()).as(embedded.errors()).isZero();

    Cli.Result result =
        launch(
            "lists --quiet --direction=text-image --depth=5 --num-negatives=2 --recall=0.9"
                + data
                + " --embeddings="
                + store
                + " --judge="
                + model
                + " --judge-for=rank,scores --out="
                + folder.resolve("judged.parquet"));

    assertThat(result.exitCode()).as(result.errors()).isZero();
    JsonNode recall = Json.readTree(folder.resolve("judged.parquet.json")).at("/summary/recall");
    assertThat(recall.at("/why_exact").asText()).isEmpty();
    assertThat(recall.at("/negatives/items").asInt()).isEqualTo(600);
    assertThat(recall.at("/negatives/share").asDouble()).isBetween(0.85, 1.0);
    assertThat(recall.at("/negatives/low").asDouble())
        .isLessThan(recall.at("/candidates/high").asDouble());
  }

  private static Cli.Result launch(String line) {
    Object[] words = line.split(" ", -1);
    return Cli.launch(words);
  }
}
