// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.StoreLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MineCommandTest {
  private static final int DIMENSION = 8;

  @TempDir private Path folder;
  private Path store;
  private Path plan;

  @BeforeEach
  void writeStore() {
    store = folder.resolve("store");
    plan = folder.resolve("plan.parquet");
    WordStore.write(store, StoreLayout.CLIP_RETRIEVAL, 50, DIMENSION);
  }

  private Cli.Result mine(Object... more) {
    Object[] all = new Object[more.length + 5];
    all[0] = "mine";
    all[1] = "--embeddings";
    all[2] = store;
    all[3] = "--quiet";
    all[4] = "--out=" + plan;
    System.arraycopy(more, 0, all, 5, more.length);
    return Cli.launch(all);
  }

  @Test
  void printsWhatThePlanHolds() {
    Cli.Result result = mine("--quantiles=1", "--search-space=25", "--batch-size=10");
    assertThat(result.errors()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(result.output())
        .startsWith(
            plan
                + ": 4 batches, 40 samples of 50, 1 epoch, 2 search spaces, vectors of "
                + DIMENSION
                + " numbers\n")
        .containsPattern("quantile asked +36 +1\\.000 +0\\.000 +1\\.000")
        .contains("samples left over that do not fill a batch: 10\n")
        .contains("warning: an image is more similar to its own caption than to another's in only")
        .contains("is the store of a model of such data?");
    assertThat(plan).exists();
    assertThat(folder.resolve("plan.parquet.json")).exists();
  }

  /** Nine samples follow each batch's first; only in the first batch are more than 40 left. */
  @Test
  void countsSamplesThatAWindowLeavesToChance() {
    Path page = folder.resolve("plan.html");
    Cli.Result result =
        mine(
            "--quantiles=1",
            "--batch-size=10",
            "--range-min=40",
            "--exclude=none",
            "--html=" + page);

    assertThat(result.exitCode()).isZero();
    assertThat(result.output())
        .contains("warning: samples drawn at random, since --range-min", "no candidate: 36\n")
        .doesNotContain("kept out");
    assertThat(page).content().contains("<dt>drawn outside of the window</dt><dd>36</dd>");
  }

  /** Rows 2i and 2i + 1 are of one image. */
  @Test
  void samplesOfOneImageAreKeptApartByDefault() throws IOException {
    String[] sizes = {"--quantiles=1", "--batch-size=10"};
    Cli.Result byDefault = mine(sizes[0], sizes[1]);
    assertThat(byDefault.output())
        .startsWith(plan + ": 5 batches, 50 samples of 50")
        .contains("negatives of the same image: 0;")
        .containsPattern("kept out of a batch, same-image-if-possible: [1-9]");
    assertThat(folder.resolve("plan.parquet.json"))
        .content()
        .containsPattern("\"exclude\" : \\[\\s+\"same-image-if-possible\"\\s+]");

    Cli.Result none = mine(sizes[0], sizes[1], "--exclude=none", "--overwrite");
    assertThat(none.output()).doesNotContain("same-image-if-possible");
    assertThat(folder.resolve("plan.parquet.json")).content().contains("\"exclude\" : [ ]");
    Cli.Result strictly = mine(sizes[0], sizes[1], "--exclude=same_image", "--overwrite");
    assertThat(strictly.output()).containsPattern("kept out of a batch, same-image: [1-9]");
  }

  @Test
  void aBatchThatOneImageAloneCanFillIsFilledAllTheSame() {
    Cli.Result result = mine("--quantiles=1", "--batch-size=40", "--search-space=50");
    assertThat(result.output())
        .as("25 images for a batch of 40")
        .startsWith(plan + ": 1 batch, 40 samples of 50")
        .contains("kept out of a batch, same-image-if-possible: 25\n");
  }

  @ParameterizedTest
  @CsvSource({
    "--device=gpu, 2, device 'gpu' is not known; known are auto",
    "--device=cuda, 2, only a scheduler uses another device; omit --device cuda",
    "--device=cuda --spark=local, 2, --spark computes on the executors' processors; omit --device",
    "--product=onnx, 2, --product was removed: similarities within search spaces are always computed",
  })
  void aDeviceThatNothingUsesIsRefusedInALine(String flags, int exitCode, String message) {
    Cli.Result result = mine((Object[]) ("--batch-size=10 " + flags).split(" "));
    assertThat(result.exitCode()).isEqualTo(exitCode);
    assertThat(result.errors()).startsWith("falcon mine: " + message).hasLineCount(1);
    assertThat(plan).doesNotExist();
  }

  @Test
  void saysThatTheOutputsFolderIsNew() {
    Path deep = folder.resolve("new/deep/plan.parquet");
    plan = deep;
    Cli.Result result = mine("--quantiles=1", "--batch-size=10");
    assertThat(result.exitCode()).isZero();
    assertThat(result.errors()).contains(deep.getParent() + ": does not exist and will be created");
    assertThat(deep).exists();
  }

  @Test
  void jsonHoldsTheSummary() throws IOException {
    Cli.Result result = mine("--quantiles", "0.25", "--batch_size", "10", "--json");
    JsonNode json = Json.mapper().readTree(result.output());
    assertThat(json.at("/output").asText()).isEqualTo(plan.toString());
    assertThat(json.at("/summary/batches").asInt()).isEqualTo(5);
    assertThat(json.at("/summary/quantile_asked/mean").asDouble()).isEqualTo(0.25);
    assertThat(json.at("/summary/negative/count").asInt()).isEqualTo(45);
    JsonNode companion = Json.readTree(folder.resolve("plan.parquet.json"));
    assertThat(companion.at("/provenance/options/quantiles").asText()).isEqualTo("0.25");
    assertThat(companion.at("/provenance/inputs/0/name").asText()).isEqualTo("store.json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--quantiles=1.5 | 2 | a quantile must lie in [0, 1]; quantile=1.5",
        "--quantiles=hard | 2 | no such policy: 'hard'",
        "--quantiles=hardening | 2 | needs at least 2 epochs; epochs=1",
        "--quantiles=0.5 --batch-size=0 | 2 | batch-size must be at least 1; batch-size=0",
        "--quantiles=0.5 --batch-size=60 | 1 | fewer than one batch; batch-size=60",
        "--quantiles=0.5 --search-space=5 --batch-size=6 | 2 | search-space=5",
        "--quantiles=0.5 --output-format=xml | 2 | 'xml' is no table format",
        "--quantiles=0.5 --exclude=same-colour | 2 | it takes same-image, same-caption, near-image,"
            + " none",
        "--quantiles=1 --relative-margin=1.5 | 2 | relative-margin must lie in [0, 1];"
            + " relative-margin=1.5",
        "--quantiles=0.5 --max-score=Infinity | 2 | max-score must lie in [-2, 2]; max-score=Infinity",
        "--quantiles=0.5 --max-score=3 | 2 | max-score must lie in [-2, 2]; max-score=3.0",
        "--quantiles=scheduler --quantile-levels=2147483647 | 2 | quantile-levels must be at most 65,536",
        "--quantiles=0.5 --epochs=2147483647 | 2 | epochs must be at most 100,000",
        "--quantiles=0.5 --threads=2147483647 | 2 | threads must be in [1, 1024]",
        "--quantiles=0.5 --shard=3/3 | 2 | a shard must be I/N with I from 0 to N - 1; shard=3/3",
        "--quantiles=0.5 --shard=auto | 2 | finds neither SLURM_ARRAY_TASK_ID nor"
            + " JOB_COMPLETION_INDEX",
        "--quantiles=0.5 --shuffle=shards:0 | 2 | --shuffle takes all, or shards:K such as shards:16",
        "--quantiles=oracle --batch-size=10 | 1 | it is not known which captions are true",
        "--quantiles=0.5 --warp=0.5 | 2 | warp must be in [1, 100]; warp=0.5",
        "--quantiles=0.5 --memory=2x | 2 | '2x' is not a size such as 2g or 512m, or auto",
        "--quantiles=0.5 --batch-size=10 --memory=1k | 2 | is less than a run takes by itself, 61"
            + " MB",
        "--quantiles=0.5 --range-min=9 --range-max=9 | 2 | range-max must be above range-min",
        "--quantile=0.5 | 2 | Unknown option: '--quantile=0.5'",
        "--quantiles=scheduler --scheduler=none.onnx | 1 | none.onnx"
      })
  void wrongRequestsGetOneClearLine(String flags, int exitCode, String message) {
    Cli.Result result = mine((Object[]) flags.strip().split(" "));
    assertThat(result.exitCode()).as(result.errors()).isEqualTo(exitCode);
    assertThat(result.output()).isEmpty();
    assertThat(result.errors()).contains(message.strip()).doesNotContain("\tat ");
    assertThat(result.errors().lines().count()).isLessThanOrEqualTo(3);
    assertThat(plan).doesNotExist();
  }

  @Test
  void aMarginSaysHowManySuspectsItKeptApart() throws IOException {
    Cli.Result result = mine("--quantiles=1", "--batch-size=10", "--relative-margin=0.5", "--json");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    JsonNode json = Json.mapper().readTree(result.output());
    assertThat(json.at("/summary/withheld/suspected-match").asInt()).isPositive();
    JsonNode companion = Json.readTree(folder.resolve("plan.parquet.json"));
    assertThat(companion.at("/provenance/options/relative-margin").asDouble()).isEqualTo(0.5);
  }

  @Test
  void theDefaultIsTheHardestThatNoMarginSuspects() throws IOException {
    assertThat(mine("--quantiles", "--batch-size=10").exitCode()).isZero();
    byte[] plus = Files.readAllBytes(plan);
    JsonNode options = Json.readTree(folder.resolve("plan.parquet.json")).at("/provenance/options");
    assertThat(options.get("quantiles").asText()).isEqualTo("1.0");
    assertThat(options.get("relative-margin").floatValue()).isEqualTo(0.05f);
    mine("--quantiles=1", "--relative-margin=0.05", "--batch-size=10", "--overwrite");
    assertThat(Files.readAllBytes(plan)).isEqualTo(plus);
    Cli.Result scheduled = mine("--quantiles", "--model=" + folder, "--overwrite");
    assertThat(scheduled.errors()).contains("has no ONNX graph");
    Cli.Result drawnOnly = mine("--draw=mode", "--batch-size=10", "--overwrite");
    assertThat(drawnOnly.exitCode()).as(drawnOnly.errors()).isZero();
    assertThat(Files.readAllBytes(plan)).as("drawn by the scheduler").isNotEqualTo(plus);
  }

  @Test
  void theSameCommandAgainLeavesItsPlanAndPrintsTheSame() throws IOException {
    Cli.Result first = mine("--quantiles=0.5", "--batch-size=10");
    Object made = Files.getLastModifiedTime(plan);
    Cli.Result again = mine("--quantiles=0.5", "--batch-size=10");
    assertThat(again.exitCode()).isZero();
    assertThat(again.output()).isEqualTo(first.output());
    assertThat(again.errors()).contains("up to date: written by the same request");
    assertThat(Files.getLastModifiedTime(plan)).isEqualTo(made);
  }

  @Test
  void tasksShareTheWorkAndMergeEndsIt() throws IOException {
    String[] request = {"--quantiles=fixed:0.7", "--batch-size=5", "--search-space=10"};
    assertThat(mine((Object[]) request).exitCode()).isZero();
    Path parts = folder.resolve("parts");
    Object[] task = {
      "mine", "--embeddings", store, "--quiet", "--out=" + parts, request[0], request[1], request[2]
    };
    Object[] first = Arrays.copyOf(task, task.length + 1);
    first[task.length] = "--shard=0/2";
    assertThat(Cli.launch(first).output())
        .contains("task 0/2 mined 3 parts, and found 0 already done")
        .contains("2 of 5 parts are still to be mined");
    Cli.Result early = Cli.launch("merge", parts);
    assertThat(early.exitCode()).isEqualTo(1);
    assertThat(early.errors())
        .contains("2 of 5 parts are missing; mine them by tasks --array=1 of 2");
    first[task.length] = "--shard=1/2";
    assertThat(Cli.launch(first).output()).contains("all 5 parts are done");
    Path merged = folder.resolve("merged.parquet");
    Cli.Result result = Cli.launch("merge", parts, "--out", merged);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(merged).hasSameBinaryContentAs(plan);
    assertThat(folder.resolve("merged.parquet.json"))
        .hasSameBinaryContentAs(folder.resolve("plan.parquet.json"));
  }

  @Test
  void saysWhereSparkComesFrom() {
    Cli.Result file = Cli.launch("mine", "--spark", "--embeddings", store, "--out", "plan.parquet");
    assertThat(file.exitCode()).isEqualTo(2);
    assertThat(file.errors()).contains("--spark writes a folder of parts");
    Cli.Result absent = Cli.launch("mine", "--spark=local[2]", "--embeddings", store, "--out", "x");
    assertThat(absent.exitCode()).isEqualTo(2);
    assertThat(absent.errors()).contains("--spark needs falcon-spark.jar");
    assertThat(Cli.launch("mine", "--spark").errors()).contains("name a store with --embeddings");
  }

  @Test
  void refusesToReplaceAPlanUnlessAsked() {
    assertThat(mine("--quantiles=0.6", "--batch-size=10").exitCode()).isZero();
    Cli.Result second = mine("--quantiles=0.5", "--batch-size=10");
    assertThat(second.exitCode()).isEqualTo(2);
    assertThat(second.errors())
        .contains("already exists; name another file, or overwrite it (--overwrite)");
    assertThat(mine("--quantiles=0.5", "--batch-size=10", "--overwrite").exitCode()).isZero();
  }

  @Test
  void unusableRowsAreListedAndTheRestIsMined() throws IOException {
    // Another tool's store: only Falcon's own writer would refuse a vector without direction.
    Path vectors = last(store.resolve("img_emb"));
    byte[] bytes = Files.readAllBytes(vectors);
    Arrays.fill(bytes, bytes.length - 4 * DIMENSION, bytes.length, (byte) 0);
    Files.write(vectors, bytes);
    Files.delete(store.resolve("store.json"));
    Cli.Result result = mine("--quantiles=0.5", "--batch-size=7");
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.output())
        .contains("rows rejected: 1, listed in " + plan + ".rejects.parquet")
        .contains("k49: its image vector is zero");
    assertThat(folder.resolve("plan.parquet.rejects.parquet")).exists();
  }

  /** A warning is never only a line for people. */
  @Test
  void theResultForProgramsHoldsTheWarnings() throws IOException {
    Path vectors = last(store.resolve("img_emb"));
    byte[] bytes = Files.readAllBytes(vectors);
    Arrays.fill(bytes, bytes.length - 4 * DIMENSION, bytes.length, (byte) 0);
    Files.write(vectors, bytes);
    Files.delete(store.resolve("store.json"));
    Cli.Result result = mine("--quantiles=0.5", "--search-space=25", "--batch-size=10", "--json");
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(Json.mapper().readTree(result.output()).get("warnings"))
        .extracting(JsonNode::asText)
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("samples left over that do not fill a batch: 9"),
            line ->
                assertThat(line)
                    .startsWith("rows rejected: 1, listed in " + plan + ".rejects.parquet; ")
                    .endsWith("the first: k49: its image vector is zero"),
            line -> assertThat(line).contains("(chance: 50 %)"));
  }

  @Test
  void tasksOfAStoreWithRejectedRowsEndWith0AndTheMergeWith3EachTime() throws IOException {
    Path vectors = last(store.resolve("img_emb"));
    byte[] bytes = Files.readAllBytes(vectors);
    Arrays.fill(bytes, bytes.length - 4 * DIMENSION, bytes.length, (byte) 0);
    Files.write(vectors, bytes);
    Files.delete(store.resolve("store.json"));
    Path parts = folder.resolve("parts");
    for (int run = 0; run < 4; run++) {
      if (run == 3) {
        assertThat(Cli.launch("merge", parts).exitCode()).isEqualTo(3);
      }
      Cli.Result task =
          Cli.launch(
              "mine",
              "--embeddings",
              store,
              "--quantiles=0.5",
              "--batch-size=7",
              "--quiet",
              "--out=" + parts,
              "--shard=" + run % 2 + "/2");
      assertThat(task.exitCode()).as(task.errors()).isZero();
      assertThat(task.output()).contains("1 row rejected");
    }
    Map<String, byte[]> merged = bytes(parts);
    assertThat(Cli.launch("merge", parts).exitCode()).isEqualTo(3);
    assertThat(Cli.launch("merge", parts, "--accept-rejects").exitCode()).isZero();
    assertThat(bytes(parts)).containsExactlyEntriesOf(merged);
    Cli.Result accepted = mine("--quantiles=0.5", "--batch-size=7", "--accept-rejects");
    assertThat(accepted.exitCode()).isZero();
    assertThat(accepted.output()).contains("rows rejected: 1");
    Cli.Result other =
        Cli.launch(
            "mine", "--embeddings", store, "--quantiles=0.6", "--out=" + parts, "--shard=0/2");
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.errors()).contains("parts: already exists; name another folder");
  }

  private static Map<String, byte[]> bytes(Path folder) throws IOException {
    Map<String, byte[]> bytes = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        bytes.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return bytes;
  }

  private static Path last(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.max(Comparator.naturalOrder()).orElseThrow();
    }
  }

  @Test
  void aTruncatedStoreIsNamed() throws IOException {
    Path vectors = last(store.resolve("text_emb"));
    byte[] bytes = Files.readAllBytes(vectors);
    Files.write(vectors, Arrays.copyOf(bytes, bytes.length - 5));
    Cli.Result result = mine("--quantiles=0.5", "--batch-size=7");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains(vectors.getFileName().toString()).doesNotContain("\tat ");
  }

  @Test
  void reportsAFullDiskInOneLineAndResumesAfterwards() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no " + full + " here, a device that is always full");
    Files.createSymbolicLink(folder.resolve("plan.parquet.partial"), full);
    Cli.Result first = mine("--quantiles=0.5", "--batch-size=7", "--search-space=20");
    assertThat(first.exitCode()).isEqualTo(1);
    assertThat(first.errors())
        .isEqualTo("falcon mine: " + plan + ": cannot be written: No space left on device\n");
    assertThat(plan).doesNotExist();

    Cli.Result second = mine("--quantiles=0.5", "--batch-size=7", "--search-space=20");
    assertThat(second.exitCode()).isZero();
    assertThat(second.errors())
        .isEqualTo("an earlier run was stopped; 3 of 3 search spaces are done already\n");
    assertThat(plan).exists();
  }

  @Test
  void aPlanHasAPageOfItsOwn() {
    Path page = folder.resolve("plan.html");
    Cli.Result result =
        Cli.launch(
            "mine",
            "--embeddings=" + store,
            "--quantiles=0.9",
            "--batch-size=5",
            "--quiet",
            "--out=" + folder.resolve("page.parquet"),
            "--html=" + page);

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(page).content().contains("The hardest pairs", "prefers-color-scheme: dark");
  }
}
