// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringTokenizer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyCommandTest {
  private static final int DIMENSION = 8;
  private static final int ROWS = 60;

  @TempDir private Path folder;
  private Path store;
  private Path plan;

  @BeforeEach
  void writeStore() {
    plan = folder.resolve("plan.csv");
    writeStore("store", ROWS);
  }

  /** A store whose keys are those of earlier rows from some row on. */
  private void writeStore(String name, int different) {
    store = folder.resolve(name);
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            DIMENSION,
            25,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    RandomStream random = RandomStream.of(1, "store");
    try (StoreWriter writer = StoreWriter.open(store, options, false)) {
      float[] vectors = new float[2 * DIMENSION];
      for (int row = 0; row < ROWS; row++) {
        for (int k = 0; k < vectors.length; k++) {
          vectors[k] = (float) random.nextGaussian();
        }
        writer.append(
            "k" + row % different,
            Optional.of("i" + row / 2),
            Optional.of("caption " + row),
            vectors,
            0,
            vectors,
            DIMENSION);
      }
      writer.finish();
    }
  }

  private void mine(String options) {
    List<Object> words = new ArrayList<>(List.of("mine", "--quiet", "--embeddings", store));
    words.addAll(List.of("--out", plan, "--search-space", 12, "--batch-size", 4));
    new StringTokenizer(options).asIterator().forEachRemaining(words::add);
    Cli.Result result = Cli.launch(words.toArray());
    assertThat(result.exitCode()).as(result.errors()).isZero();
  }

  private static Cli.Result verify(Object... arguments) {
    Object[] all = new Object[arguments.length + 2];
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    all[0] = "verify";
    all[1] = "--quiet";
    return Cli.launch(all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--epochs 2",
        "--quantiles hardening --epochs 3 --remainder keep --warp 2",
        "--quantiles b3:1 --exclude same-image,same-caption",
        "--quantiles simans:0.1 --level batch --run-length 2",
        "--quantiles kmeans:2 --shuffle shards:2",
        "--quantiles 0.5 --max-score 0.75 --range-min 1 --range-max 8 --relative-margin 0.1"
            + " --own-weight 0.5",
        "--quantiles scheduler --draw mean",
      })
  void whatWasMinedIsMadeAgainToTheByte(String options) {
    for (String name : List.of("plan.parquet", "plan.csv", "parts/")) {
      plan = folder.resolve(name);
      mine(options);
      Cli.Result whole = verify(plan, "--again");
      assertThat(whole.exitCode()).as(name + ": " + whole.output() + whole.errors()).isZero();
      assertThat(whole.output()).contains("every byte is equal");
      Cli.Result some = verify(plan, "--sample", 2, "--seed", 7);
      assertThat(some.exitCode()).as(name + ": " + some.output() + some.errors()).isZero();
      assertThat(some.output()).contains("2 of ").contains("all rows are equal");
    }
    assertThat(folder).isDirectoryNotContaining("glob:**.again");
  }

  private void mineRepeatedRows() {
    writeStore("repeated", ROWS - 3);
    Object[] words = {
      "mine",
      "--quiet",
      "--embeddings",
      store,
      "--out",
      plan,
      "--search-space",
      12,
      "--batch-size",
      4
    };
    assertThat(Cli.launch(words).exitCode()).isEqualTo(3);
  }

  @Test
  void aSampleOfAStoreWithUnusableRowsHolds() {
    mineRepeatedRows();
    Cli.Result some = verify(plan, "--sample", 2);
    assertThat(some.exitCode()).as(some.output() + some.errors()).isZero();
    assertThat(some.output()).contains("2 of 5 search spaces made again, all rows are equal");
  }

  @Test
  void aRecordThatHidesUnusableRowsIsSeen() {
    mineRepeatedRows();
    Path record = folder.resolve("plan.csv.json");
    ObjectNode edited = (ObjectNode) Json.readTree(record);
    ((ObjectNode) edited.get("summary")).put("rejected", 0);
    write(record, edited);
    Cli.Result some = verify(plan, "--sample", 1);
    assertThat(some.exitCode()).as(some.output() + some.errors()).isEqualTo(1);
  }

  @Test
  void listOfVetoesIsFoundAgain() throws IOException {
    Path veto = folder.resolve("veto.csv");
    Files.writeString(veto, "key_a,key_b\nk1,k2\nk3,k9\n");
    mine("--veto " + veto);
    assertThat(verify(plan, "--again").exitCode()).isZero();
    Files.writeString(veto, "key_a,key_b\nk1,k2\nk3,k8\n");
    Cli.Result changed = verify(plan, "--again");
    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(changed.output()).contains("DIFFERS   veto.csv: changed").contains("not done");
  }

  @Test
  void vetoesThatDatasetsSavedAreFoundAgain() throws IOException {
    Path veto = Files.createDirectory(folder.resolve("veto"));
    Files.writeString(
        veto.resolve("state.json"), "{\"_data_files\": [{\"filename\": \"data.arrow\"}]}");
    writePairs(veto.resolve("data.arrow"), "k2");
    mine("--veto " + veto);
    Files.writeString(veto.resolve("cache-0.arrow"), "of a later step");
    assertThat(verify(plan, "--again").exitCode()).isZero();
    writePairs(veto.resolve("data.arrow"), "k3");
    assertThat(verify(plan, "--again").output()).contains("veto");
  }

  private static void writePairs(Path file, String second) {
    TableSchema schema =
        TableSchema.of(
            TableSchema.required("key_a", ColumnType.UTF8),
            TableSchema.required("key_b", ColumnType.UTF8));
    try (TableWriter table = TableWriter.create(file, TableFormat.ARROW, schema, Map.of())) {
      table.setString(0, "k1").setString(1, second).endRow();
      table.commit();
    }
  }

  @Test
  void firstDifferenceIsReportedInThePlansOwnTerms() throws IOException {
    mine("");
    List<String> lines = Files.readAllLines(plan);
    String[] cells = lines.get(7).split(",", -1);
    cells[8] = "99";
    lines.set(7, String.join(",", cells));
    Files.write(plan, (String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.UTF_8));
    Cli.Result result = verify(plan, "--again");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output())
        .contains("row 6 (epoch 0, search_space 0, batch 1, position 2), column rank: is 99");
    assertThat(folder.resolve("plan.csv.again/plan.csv")).exists();
    Cli.Result all = verify(plan, "--sample", 100);
    assertThat(all.exitCode()).isEqualTo(1);
    assertThat(all.output()).contains("column rank: is 99");
  }

  @Test
  void missingRowsAreReported() throws IOException {
    mine("");
    List<String> lines = Files.readAllLines(plan);
    Files.write(
        plan, (String.join("\r\n", lines.subList(0, 9)) + "\r\n").getBytes(StandardCharsets.UTF_8));
    Cli.Result result = verify(plan, "--again");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output()).contains("ends after row 7; made again it continues with epoch 0");
  }

  @Test
  void changedStoreDiffersAndAMissingOneCannotBeChecked() throws IOException {
    mine("");
    Path shard = store.resolve("part-00001.arrow");
    byte[] bytes = Files.readAllBytes(shard);
    bytes[bytes.length / 2] ^= 1;
    Files.write(shard, bytes);
    Cli.Result changed = verify(plan);
    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(changed.output()).contains("DIFFERS   part-00001.arrow: changed");
    assertThat(verify(store).exitCode()).isEqualTo(1);

    bytes[bytes.length / 2] ^= 1;
    Files.write(shard, bytes);
    assertThat(verify(store).exitCode()).isZero();
    Path elsewhere = folder.resolve("a/b/c/d/e");
    Files.createDirectories(elsewhere.getParent());
    Files.move(store, elsewhere);
    Cli.Result missing = verify(plan);
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.output()).contains("MISSING   store.json");
    assertThat(verify(plan, "--input", elsewhere, "--again").exitCode()).isZero();
  }

  @Test
  void editedCompanionIsSeen() throws IOException {
    plan = folder.resolve("plan.parquet");
    mine("");
    Path companion = folder.resolve("plan.parquet.json");
    ObjectNode edited = (ObjectNode) Json.readTree(companion);
    ((ObjectNode) edited.get("provenance")).put("seed", 7);
    Files.writeString(companion, Json.pretty(edited));
    Cli.Result result = verify(plan, "--json");
    assertThat(result.exitCode()).isEqualTo(1);
    JsonNode read = Json.mapper().readTree(result.output());
    assertThat(read.get("holds").asBoolean()).isFalse();
    assertThat(read.get("contradictions").get(0).asText())
        .contains("plan.parquet.json: was changed");
    assertThat(read.get("inputs").get(0).get("status").asText()).isEqualTo("holds");
  }

  private static void flip(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan.parquet", "plan.csv", "plan.arrow", "plan.jsonl"})
  void aBitOfAPlanThatChangesIsSeen(String name) throws IOException {
    plan = folder.resolve(name);
    mine("");
    assertThat(verify(plan).exitCode()).isZero();
    Path renamed = Files.move(plan, folder.resolve("other-" + name));
    Files.move(folder.resolve(name + ".json"), folder.resolve("other-" + name + ".json"));
    assertThat(verify(renamed).exitCode()).isZero();
    flip(renamed);
    Cli.Result result = verify(renamed);
    assertThat(result.exitCode()).as(result.output() + result.errors()).isEqualTo(1);
  }

  @Test
  void aFolderOfPartsWithAnEditedManifestIsSeen() throws IOException {
    plan = folder.resolve("parts/");
    mine("");
    assertThat(verify(plan).exitCode()).isZero();
    Path manifest = folder.resolve("parts/plan.json");
    ObjectNode edited = (ObjectNode) Json.readTree(manifest);
    ((ObjectNode) edited.get("provenance")).put("seed", 7);
    Files.writeString(manifest, Json.pretty(edited));
    Cli.Result result = verify(plan);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output()).contains("plan.json: was changed");
  }

  @Test
  void aPlanWithoutItsSidecarHasItsProvenanceInItself() throws IOException {
    plan = folder.resolve("plan.parquet");
    mine("");
    Files.delete(folder.resolve("plan.parquet.json"));
    Cli.Result result = verify(plan, "--sample", 100);
    assertThat(result.exitCode()).as(result.output() + result.errors()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"webdataset", "parquet"})
  void aBitOfGeneratedOrConvertedDataThatChangesIsSeen(String format) throws IOException {
    Path data = folder.resolve("data");
    Path converted = folder.resolve("converted");
    Cli.launch("data", "generate", "scenes", "--count", 6, "--quiet", "--out", data);
    Cli.launch("data", "convert", data, "--format", format, "--quiet", "--out", converted);
    String shard = "00000." + (format.equals("parquet") ? "parquet" : "tar");
    for (Path file :
        List.of(
            data.resolve("00000.tar"),
            data.resolve("truth/pairs.parquet"),
            converted.resolve(shard))) {
      Path output = file.startsWith(data) ? data : converted;
      assertThat(verify(output).exitCode()).isZero();
      flip(file);
      Cli.Result result = verify(output);
      assertThat(result.exitCode()).as("%s: %s", file, result.output()).isEqualTo(1);
      assertThat(result.output()).contains("DIFFERS", file.getFileName() + ": changed");
      flip(file);
    }
    Files.delete(converted.resolve(shard));
    assertThat(verify(converted).output()).contains("MISSING   " + shard);
  }

  @Test
  void listsOfTwoStoresAreFoundAgain() throws IOException {
    Path positives = folder.resolve("positives.csv");
    Files.writeString(positives, "query_key,corpus_key\nk1,k2\n");
    Path corpus = folder.resolve("corpus-store");
    copy(store, corpus);
    Path lists = folder.resolve("lists.csv");
    Cli.Result mined =
        Cli.launch(
            "lists",
            "--quiet",
            "--embeddings",
            store,
            "--corpus=" + corpus,
            "--direction",
            "text-text",
            "--positives",
            positives,
            "--out",
            lists);
    assertThat(mined.exitCode()).as(mined.errors()).isZero();
    assertThat(verify(lists).exitCode()).isZero();
    flip(lists);
    assertThat(verify(lists).exitCode()).isEqualTo(1);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path file : Folders.list(from)) {
      if (Files.isRegularFile(file)) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  @Test
  void aRecordThatNamesNothingHoldsNothing() throws IOException {
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.writeString(
        run.resolve("run.json"),
        "{\"provenance\": {\"falcon_version\": \"0.1.0\", \"commit\": \"1\", \"command\": \"eval\","
            + " \"seed\": 0, \"options\": {}, \"inputs\": []}}");
    Cli.Result result = verify(run);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).contains("has no digest").doesNotContain("REDACTED");
    Files.writeString(run.resolve("run.json"), "{\"provenance\": {\"falcon_version\": \"0.1");
    assertThat(verify(run).errors().lines()).hasSize(1);
    assertThat(verify(run).errors()).doesNotContain("REDACTED");
  }

  @Test
  void planOfAnotherReleaseIsComparedByRows() throws IOException {
    mine("--seed 3");
    Path companion = folder.resolve("plan.csv.json");
    ObjectNode edited = (ObjectNode) Json.readTree(companion);
    ((ObjectNode) edited.get("provenance")).put("falcon_version", "0.0.9");
    write(companion, edited);
    Cli.Result result = verify(plan, "--again");
    assertThat(result.exitCode()).as(result.output() + result.errors()).isZero();
    assertThat(result.output()).contains("this is another release").contains("all rows are equal");
  }

  /** As another release would write it. */
  private static void write(Path record, ObjectNode content) {
    content.remove("record_sha256");
    RecordFile.write(record, content);
  }

  @Test
  void optionsOfAnotherReleaseLeaveTheInputsReported() throws IOException {
    mine("");
    Path companion = folder.resolve("plan.csv.json");
    ObjectNode edited = (ObjectNode) Json.readTree(companion);
    ObjectNode provenance = (ObjectNode) edited.get("provenance");
    provenance.put("falcon_version", "9.0.0");
    ((ObjectNode) provenance.get("options")).put("mirror", "left");
    write(companion, edited);
    for (String how : List.of("--again", "--sample=2")) {
      Cli.Result result = verify(plan, how);
      assertThat(result.exitCode()).as(result.output() + result.errors()).isEqualTo(2);
      assertThat(result.output())
          .contains("this is another release", "holds     inputs: 4 of 4", "not done  made again:")
          .contains("options that this release does not know: mirror");
    }
    assertThat(verify(plan).exitCode()).isZero();
    ((ObjectNode) provenance.get("options")).remove("mirror");
    ((ObjectNode) provenance.get("options")).put("quantiles", "spiral");
    write(companion, edited);
    JsonNode read = Json.mapper().readTree(verify(plan, "--again", "--json").output());
    assertThat(read.get("not_repeated").asText()).contains("spiral");
    assertThat(read.get("repetition").isNull()).isTrue();
  }

  @Test
  void outputsWithoutACommandAreNotMadeAgain() {
    Cli.Result result = verify(store, "--again");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.output())
        .contains("holds     files: 3 of 3", "not done  made again: falcon test is not made again");
  }

  @Test
  void editedRecordsWithoutATableBesideThemAreSeen() throws IOException {
    mine("");
    Path data = folder.resolve("data");
    Cli.launch("data", "generate", "scenes", "--count", 3, "--quiet", "--out", data);
    for (Path output : List.of(store, plan, data)) {
      Path record =
          output.equals(store)
              ? store.resolve("store.json")
              : output.equals(plan) ? folder.resolve("plan.csv.json") : data.resolve("scenes.json");
      assertThat(verify(output).exitCode()).as(output.toString()).isZero();
      String text = Files.readString(record);
      Files.writeString(record, text.replaceFirst("\"command\" : \"", "\"command\" : \"re"));
      Cli.Result result = verify(output);
      assertThat(result.exitCode()).as(output.toString()).isEqualTo(1);
      assertThat(result.output())
          .contains("DIFFERS   " + record + ": was changed after it was written");
      Files.writeString(record, text);
    }
  }

  @Test
  void oneFileOfAFolderIsCheckedByTheFoldersRecord() throws IOException {
    Path data = folder.resolve("data");
    Cli.launch("data", "generate", "scenes", "--count", 3, "--quiet", "--out", data);
    Path shard = data.resolve("00000.tar");
    assertThat(verify(shard).output()).contains("holds     files: 1 of 1");
    flip(data.resolve("truth/pairs.parquet"));
    assertThat(verify(shard).exitCode()).isZero();
    flip(shard);
    assertThat(verify(shard).output()).contains("DIFFERS   00000.tar: changed");
  }

  @Test
  void planOfTasksIsMadeAgain() {
    plan = folder.resolve("shared");
    mine("--epochs 2 --shard 1/2");
    mine("--epochs 2 --shard 0/2");
    assertThat(Cli.launch("merge", plan, "--quiet").exitCode()).isZero();
    Cli.Result whole = verify(plan, "--again");
    assertThat(whole.exitCode()).as(whole.output() + whole.errors()).isZero();
    assertThat(whole.output()).contains("every byte is equal");
    Cli.Result some = verify(plan, "--sample", 3);
    assertThat(some.exitCode()).as(some.output() + some.errors()).isZero();
    assertThat(some.output()).contains("3 of 10 search spaces made again, all rows are equal");
    Path file = folder.resolve("merged.parquet");
    assertThat(Cli.launch("merge", plan, "--out", file, "--quiet").exitCode()).isZero();
    assertThat(verify(file, "--again").output()).contains("every byte is equal");
  }

  @Test
  void wrongRequestsAreRefused() throws IOException {
    mine("");
    Path text = Files.writeString(folder.resolve("notes.txt"), "nothing");
    for (Cli.Result result :
        List.of(
            verify(folder.resolve("nothing.parquet")),
            verify(text),
            verify(plan, "--sample", 0),
            verify(plan, "--sample", 2, "--again"),
            verify(plan, "--input", folder.resolve("nowhere")))) {
      assertThat(result.exitCode()).as(result.errors()).isEqualTo(2);
      assertThat(result.errors().lines()).hasSize(1);
    }
    Files.createDirectories(folder.resolve("plan.csv.again"));
    Path own = Files.writeString(folder.resolve("plan.csv.again/mine.txt"), "keep");
    assertThat(verify(plan, "--again").exitCode()).isEqualTo(2);
    assertThat(own).hasContent("keep");
  }
}
