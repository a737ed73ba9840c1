// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Audits whose data, store, judges and lists do not go together. */
class WrongAuditsTest {
  private static final int DIMENSION = 4;
  private static final Path MODEL =
      Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny");

  @TempDir private Path folder;

  @BeforeEach
  void layOut() throws IOException {
    writeStore("store", 3);
    writeStore("one", 1);
    write("gone.csv", "image,caption\ngone.png,a\n");
    write("own.csv", "image_key,text_key\n" + key(0) + "," + key(0) + "\n");
    write("blurred.png", "no picture");
    write("blurred.csv", "image,caption\nblurred.png,a\nblurred.png,b\n");
    write("pairs.csv", "image_key,text_key\n000000000,000000001\n");
    write("empty-plan.csv", "epoch,search_space,batch,index,key,anchor_index,quantile\n");
    write("newer.json", "{\"format\": \"falcon_audit\", \"version\": 99}");
    write("bare.json", "{\"format\": \"falcon_audit\", \"version\": 1}");
    write("null.json", "null");
    write("there.csv", "");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private static String key(int row) {
    return Scenes.key(Split.TRAIN, row);
  }

  private void writeStore(String name, int rows) {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            DIMENSION,
            rows,
            false,
            false,
            Provenance.of("test", 0, Map.of(), List.of()));
    RandomStream random = RandomStream.of(1, "store");
    try (StoreWriter writer = StoreWriter.open(folder.resolve(name), options, false)) {
      for (int row = 0; row < rows; row++) {
        float[] vectors = new float[DIMENSION];
        for (int k = 0; k < vectors.length; k++) {
          vectors[k] = (float) random.nextGaussian();
        }
        writer.append(key(row), Optional.empty(), Optional.empty(), vectors, 0, vectors, 0);
      }
      writer.finish();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{3} --embeddings={d}/store --search-space=9 --plan={d}/own.csv | 2 | --search-space has no"
            + " effect with --plan; omit it",
        "{3} --search-space=9 --pairs={d}/own.csv | 2 | --search-space has no effect with --pairs",
        "{3} --search-space=9 --negatives={d}/own.csv | 2 | --search-space has no effect with"
            + " --lists",
        "{3} --pairs={d}/own.csv --export-judge=a | 2 | --export-judge requires --write-veto or"
            + " --write-positives",
        "{3} --pairs={d}/own.csv --export-threshold=0.5 | 2 | --export-threshold requires",
        "{3} --pairs={d}/own.csv --model-precision=fp16 | 2 | --model-precision requires --model",
        "{3} --pairs={d}/own.csv --text-cleaning=blip | 2 | --text-cleaning requires --model",
        "{3} --embeddings={d}/store --calibrate-on={d}/own.csv --target-precision=0 | 2 | must lie in (0, 1]; target-precision=0",
        "{3} --pairs={d}/own.csv --quantiles=1 --embeddings={d}/store | 2 | not several",
        "{3} --quantiles=1 | 2 | or a store with --embeddings",
        "{3} --embeddings={d}/store --quantiles=0.5,1 --max-pairs=3 | 2 | max-pairs must be at least 4,"
            + " one pair for each kind, quantile and direction; max-pairs=3",
        "{3} --pairs={d}/own.csv --model=a={m} --model=a={m} | 2 | 'a' does not distinguish a"
            + " judge",
        "{3} --embeddings={d}/store --write-veto={d}/there.csv | 2 | there.csv: already exists;"
            + " name another file, or overwrite it (--overwrite)",
        "--input-dataset={d}/blurred.csv --embeddings={d}/store --write-veto={d}/new.csv | 2 |"
            + " nothing here shows which pairs match",
        "{3} --embeddings={d}/store --write-veto={d}/new.csv --export-judge=x | 2 | it has"
            + " [store-cosine]",
        "{2} --embeddings={d}/store | 1 | store: row 2 has the key '{k2}'",
        "{3} --embeddings={d}/one | 1 | one: has fewer than 2 usable rows",
        "{3} --lists={d}/store | 2 | store: is a folder; name the file of its lists",
        "{3} --pairs={d}/own.csv | 1 | own.csv: lists no pair but samples with their own caption",
        "{3} --plan={d}/empty-plan.csv | 1 | empty-plan.csv: the plan has no rows",
        "--input-dataset={d}/gone.csv --pairs={d}/own.csv | 2 | no judge is named; name a model"
            + " folder",
        "--input-dataset={d}/gone.csv --pairs={d}/own.csv --model={m} | 1 | gone.csv: holds no"
            + " sample",
        "--input-dataset={d}/blurred.csv --pairs={d}/pairs.csv --model={m} | 1 | blurred.csv: no"
            + " image",
        "--compare {d}/newer.json {d}/newer.json | 1 | newer.json: version 99 is newer",
        "--compare {d}/null.json {d}/null.json | 1 | null.json: has unexpected JSON: it is",
        "--compare {d}/bare.json {d}/bare.json | 1 | bare.json: is not an audit.json",
      })
  void areRefusedInALine(String flags, int exitCode, String message) {
    refused(exitCode, message.strip().replace("{k2}", key(2)), flags);
    assertThat(folder.resolve("out/audit.json")).doesNotExist();
  }

  private void refused(int exitCode, String message, String flags) {
    Cli.Result result = audit(flags);

    assertThat(result.errors().lines()).hasSize(1);
    assertThat(result.errors()).contains(message).doesNotContain("this is a bug");
    assertThat(result.exitCode()).isEqualTo(exitCode);
    assertThat(result.output()).isEmpty();
  }

  private Cli.Result audit(String flags) {
    Object[] command =
        ("audit-fn --quiet --out={d}/out " + flags.strip())
            .replaceAll("\\{(\\d)}", "--input-dataset=scenes:train,captions-per-image=1,count=$1")
            .replace("{d}", folder.toString())
            .replace("{m}", MODEL.toString())
            .split(" ", -1);
    return Cli.launch(command);
  }

  @Test
  void auditsWithNothingInCommonAreNotCompared() throws IOException {
    assertThat(audit("{3} --embeddings={d}/store --quantiles=1").exitCode()).isZero();
    Path audit = folder.resolve("out/audit.json");
    ObjectNode other = (ObjectNode) Json.readTree(audit);
    other.putArray("shares");
    Path without = Files.writeString(folder.resolve("without.json"), other.toString());

    Cli.Result result = Cli.launch("audit-fn", "--compare", audit, without);

    assertThat(result.errors()).contains("have no rate of one judge").hasLineCount(1);
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void aJudgeWhoseScoresAreNotFiniteIsNamed() throws IOException {
    Path blinded = folder.resolve("blinded");
    try (Stream<Path> files = Files.walk(MODEL)) {
      for (Path file :
          files.filter(Files::isRegularFile).filter(f -> !f.toString().contains("itm")).toList()) {
        Path copy = blinded.resolve(MODEL.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    Path pixels = blinded.resolve("preprocessor_config.json");
    ObjectNode changed = (ObjectNode) Json.readTree(pixels);
    Files.writeString(pixels, changed.put("rescale_factor", 1e38).toString());

    refused(
        1,
        "a score that is not finite",
        "{3} --quantiles=1 --embeddings={d}/store --model={d}/blinded");
  }

  @Test
  void anAuditIsMergedWhereItsTasksRan() throws IOException {
    assertThat(audit("{3} --quantiles=1 --embeddings={d}/store --shard=0/1").exitCode()).isZero();
    Path out = folder.resolve("out");
    Cli.Result file = Cli.launch("merge", out, "--out=" + folder.resolve("audit.json"));
    assertThat(file.errors()).contains("--out applies to plans; an audit stays").hasLineCount(1);
    Path kept;
    try (Stream<Path> files = Files.walk(folder)) {
      kept = files.filter(f -> f.endsWith("command.json")).findFirst().orElseThrow();
    }
    ObjectNode command = (ObjectNode) Json.readTree(kept);
    Files.writeString(kept, command.put("folder", "/elsewhere").toString());

    Cli.Result result = Cli.launch("merge", out);

    assertThat(result.errors())
        .contains("out: merge it in the working folder of the tasks, /elsewhere")
        .hasLineCount(1);
    assertThat(result.exitCode()).isEqualTo(1);
  }

  /** A folder of tasks may come from elsewhere, and anybody can write a command into it. */
  @Test
  void aMergeRepeatsOnlyTheCommandOfSuchTasks() throws IOException {
    assertThat(audit("{3} --quantiles=1 --embeddings={d}/store --shard=0/1").exitCode()).isZero();
    Path out = folder.resolve("out");
    Path kept;
    try (Stream<Path> files = Files.walk(folder)) {
      kept = files.filter(f -> f.endsWith("command.json")).findFirst().orElseThrow();
    }
    ObjectNode command = (ObjectNode) Json.readTree(kept);
    Path elsewhere = folder.resolve("elsewhere");
    for (String[] words :
        new String[][] {
          {"data", "generate", "scenes", "--count=1", "--out=" + elsewhere},
          {"audit-fn", "--quantiles=1", "--out=" + elsewhere}
        }) {
      Files.writeString(
          kept, command.set("arguments", Json.mapper().valueToTree(words)).toString());
      Cli.Result result = Cli.launch("merge", out);
      assertThat(result.exitCode()).as(result.errors()).isEqualTo(1);
      assertThat(result.errors()).startsWith("falcon merge: " + out).hasLineCount(1);
      assertThat(elsewhere).doesNotExist();
    }
    command.set(
        "arguments",
        Json.mapper().valueToTree(new String[] {"audit-fn", "--out=" + out, "--overwrite"}));
    Files.writeString(kept, command.toString());
    assertThat(Cli.launch("merge", out).errors()).contains("give --overwrite here, too");
  }

  @Test
  void aTaskMayBeRepeatedOnAnotherDevice() throws IOException {
    String flags = "{3} --quantiles=1 --embeddings={d}/store --model={m}";
    assertThat(audit(flags + " --shard=0/1").exitCode()).isZero();
    Path audit = folder.resolve("out/audit.json");
    assertThat(Cli.launch("merge", audit.getParent()).exitCode()).isZero();
    ObjectNode merged = (ObjectNode) Json.readTree(audit);
    ObjectNode options = (ObjectNode) merged.path("provenance").path("options");
    assertThat(options.path("device").asText()).isEqualTo("cpu");
    options.put("device", "cuda:1");
    Files.writeString(audit, merged.toString());

    Cli.Result again = audit(flags + " --shard=0/1");

    assertThat(again.exitCode()).as(again.errors()).isZero();
  }

  @Test
  void aSecondMergeComparesEveryFileOfAnAudit() throws IOException {
    String flags = "{3} --quantiles=1 --embeddings={d}/store --model={m}";
    assertThat(audit(flags + " --shard=0/1").exitCode()).isZero();
    Path out = folder.resolve("out");
    assertThat(Cli.launch("merge", out).exitCode()).isZero();
    Cli.Result second = Cli.launch("merge", out);
    assertThat(second.exitCode()).as(second.errors()).isZero();
    for (String name : List.of("pairs.parquet", "report.html", "audit.json")) {
      Path file = out.resolve(name);
      byte[] bytes = Files.readAllBytes(file);
      // Of the record a digit of the seed, so that it is still JSON.
      int at =
          name.endsWith(".json")
              ? Files.readString(file).indexOf("\"seed\" : ") + "\"seed\" : ".length()
              : bytes.length / 2;
      bytes[at] ^= 1;
      Files.write(file, bytes);

      Cli.Result changed = Cli.launch("merge", out);

      assertThat(changed.errors())
          .contains(name + ": is not as it was written; restore it, or audit again (overwrite it)")
          .hasLineCount(1);
      assertThat(changed.exitCode()).isEqualTo(1);
      bytes[at] ^= 1;
      Files.write(file, bytes);
    }
    Files.delete(out.resolve("report.html"));
    assertThat(Cli.launch("merge", out).errors()).contains("report.html: is missing; restore it");
    Cli.Result tables = audit(flags + " --overwrite");
    assertThat(tables.exitCode()).as(tables.errors()).isZero();
    Cli.Result third = Cli.launch("merge", out);
    assertThat(third.output()).isEqualTo(second.output());
  }

  @Test
  void aBlockOfScoresThatIsDamagedIsNamed() throws IOException {
    String flags = "{3} --quantiles=1 --embeddings={d}/store --model={m}";
    assertThat(audit(flags + " --shard=0/1").exitCode()).isZero();
    Path block;
    try (Stream<Path> files = Files.walk(folder)) {
      block = files.filter(file -> file.toString().endsWith(".scores")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(block);
    bytes[bytes.length / 2] ^= 4; // one bit of a score
    for (byte[] damaged : new byte[][] {"x".getBytes(StandardCharsets.UTF_8), bytes}) {
      Files.write(block, damaged);

      Cli.Result result = Cli.launch("merge", folder.resolve("out"));

      assertThat(result.errors())
          .contains(block + ": is not as it was written; delete it, and its pairs are judged again")
          .hasLineCount(1);
      assertThat(result.exitCode()).isEqualTo(1);
    }
  }
}
