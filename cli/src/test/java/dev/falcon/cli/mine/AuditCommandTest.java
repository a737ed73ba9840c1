// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.scenes.CaptionParser;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.work.FolderLock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuditCommandTest {
  private static final int SAMPLES = 60;
  private static final int DIMENSION = 8;

  @TempDir private Path folder;
  private Path store;
  private String dataset = DATA;

  private static final String DATA = "scenes:train,captions-per-image=1,count=" + SAMPLES;

  @BeforeEach
  void writeStore() {
    store = writeStore("store", 2);
  }

  private Path writeStore(String name, long seed) {
    Path written = folder.resolve(name);
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            DIMENSION,
            100,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    RandomStream random = RandomStream.of(seed, "store");
    try (StoreWriter writer = StoreWriter.open(written, options, false)) {
      float[] vectors = new float[2 * DIMENSION];
      for (int row = 0; row < SAMPLES; row++) {
        for (int k = 0; k < vectors.length; k++) {
          vectors[k] = (float) random.nextGaussian();
        }
        writer.append(
            Scenes.key(Split.TRAIN, row),
            Optional.empty(),
            Optional.of("c" + row),
            vectors,
            0,
            vectors,
            DIMENSION);
      }
      writer.finish();
    }
    return written;
  }

  private Cli.Result audit(String out, Object... more) {
    Object[] all = new Object[more.length + 5];
    all[0] = "audit-fn";
    all[1] = "--input-dataset=" + dataset;
    all[2] = "--embeddings=" + store;
    all[3] = "--quiet";
    all[4] = "--out=" + folder.resolve(out);
    System.arraycopy(more, 0, all, 5, more.length);
    return Cli.launch(all);
  }

  /** Two negatives of each of the samples: keys in three layouts, and the keys beside texts. */
  @ParameterizedTest
  @CsvSource({"triplet, false", "n-tuple, false", "labeled-pair, false", "n-tuple, true"})
  void auditsListsOfNegatives(String columns, boolean texts) throws IOException {
    Path lists = folder.resolve("lists.parquet");
    Object[] command = {
      "lists",
      "--embeddings=" + store,
      "--direction=image-text",
      "--num-negatives=2",
      "--columns=" + columns,
      "--quiet",
      "--out=" + lists,
      texts ? "--texts" : "--seed=42",
      texts ? "--image-path={key}.png" : "--range-min=0"
    };
    Cli.Result mined = Cli.launch(command);
    assertThat(mined.exitCode()).as(mined.errors()).isZero();

    Cli.Result result = audit("audit", "--negatives=" + lists);

    assertThat(result.errors()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(result.output()).contains("Of the listed pairs");
    JsonNode json = Json.readTree(folder.resolve("audit/audit.json"));
    assertThat(json.at("/truth_known").asInt()).isEqualTo(2 * SAMPLES);
    assertThat(folder.resolve("audit/report.html")).content().contains("data:image/png;base64,");
  }

  @Test
  void refusesAFileThatIsNoList() {
    Cli.Result result = audit("audit", "--negatives=" + folder.resolve("store/part-00000.arrow"));
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains("has no column of negatives").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--plan", "--pairs"})
  void listsByAnotherFlagAreSentToTheirOwn(String flag) throws IOException {
    Path lists = folder.resolve("lists.jsonl");
    Files.writeString(lists, "{\"anchor\": \"a\", \"negative\": \"b\"}\n");

    Cli.Result result = audit("audit", flag + "=" + lists);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors())
        .contains("lists.jsonl: holds lists of negatives; give it with --lists")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--plan", "--pairs", "--negatives", "--truth", "--calibrate-on"})
  void aFileThatIsNotThereIsRefusedBeforeAnyWork(String flag) {
    Cli.Result result = audit("audit", flag + "=" + folder.resolve("none.parquet"));
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors())
        .contains("none.parquet: there is no such file or folder")
        .hasLineCount(1);
    assertThat(folder.resolve("audit")).doesNotExist();
  }

  @Test
  void auditsAGridOfQuantilesAgainstTheExactTruthOfScenes() throws IOException {
    Cli.Result result = audit("audit", "--quantiles=0,1", "--thresholds=0.5", "--json");

    assertThat(result.errors()).isEmpty();
    assertThat(result.exitCode()).isZero();
    JsonNode json = Json.mapper().readTree(result.output());
    assertThat(json.at("/strata").size()).isEqualTo(4);
    assertThat(json.at("/truth_known").asInt()).isEqualTo(4 * SAMPLES);
    assertThat(json.at("/detectors/0/judge").asText()).isEqualTo("store-cosine");
    ObjectNode written = (ObjectNode) Json.readTree(folder.resolve("audit/audit.json"));
    assertThat(written.remove("files").get(0).get("name").asText()).isEqualTo("pairs.parquet");
    written.remove("record_sha256");
    assertThat(written).isEqualTo(json);
    assertThat(folder.resolve("audit/report.html"))
        .content()
        .contains("prefers-color-scheme: dark", "data:image/png;base64,")
        .contains("quantile: a sample and the candidate at this quantile of similarity.")
        // The result comes first: a sentence, a chart, and only then the rest.
        .containsPattern(
            "(?s)<h1>.*<p class=\"lead\">Of the candidates at quantile 1 [0-9.]+ % \\[.*"
                + "class=\"intervals\".*<dl class=\"facts\">.*<h2>")
        .doesNotContain("http://", "https://", "<script");
  }

  @Test
  void auditsAPlanAndComparesTwoAudits() {
    for (String quantile : List.of("0.2", "1")) {
      Path plan = folder.resolve("plan-" + quantile + ".parquet");
      Cli.Result mined =
          Cli.launch(
              "mine",
              "--embeddings=" + store,
              "--quantiles=" + quantile,
              "--batch-size=10",
              "--quiet",
              "--out=" + plan);
      assertThat(mined.exitCode()).isZero();
      Cli.Result result = audit("audit-" + quantile, "--plan=" + plan);
      assertThat(result.exitCode()).isZero();
      assertThat(result.output())
          .containsPattern(
              "Of the hardest negatives in a batch [0-9.]+ % \\[.*\\] are false by truth")
          .contains("chain ", "hardest ", "off_diagonal ", " truth ", "--verbose prints")
          .doesNotContain("The judges against truth");
      assertThat(result.output().lines()).hasSizeLessThan(16).allMatch(line -> line.length() < 400);
      assertThat(audit("audit-" + quantile, "--plan=" + plan, "--verbose", "--overwrite").output())
          .contains("The judges against truth")
          .contains("in percent, with 95 % intervals; these are cosines, not rates of false");
    }

    Cli.Result compared =
        Cli.launch(
            "audit-fn",
            "--compare",
            folder.resolve("audit-0.2/audit.json"),
            folder.resolve("audit-1/audit.json"));

    assertThat(compared.exitCode()).isZero();
    assertThat(compared.output())
        .startsWith("False negatives in percent")
        .containsPattern("hardest +truth +.*\\[[+-]");
  }

  @Test
  void aSecondWriterIsRefused() {
    Path out = folder.resolve("held");

    Cli.Result result = FolderLock.holding(out, () -> audit("held", "--quantiles=0"));

    assertThat(result.errors()).contains("held: another run of this process is writing there");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(out).isEmptyDirectory();
  }

  @Test
  void falseNegativesCanBeVetoed() {
    Path veto = folder.resolve("veto.parquet");
    Cli.Result result = audit("audit", "--quantiles=0.5,1", "--write-veto=" + veto);

    assertThat(result.exitCode()).isZero();
    assertThat(result.errors()).contains("veto.parquet: ");
    assertThat(veto).exists();
  }

  /** Labels for every pair of the first samples, by their captions. */
  private Path labels(int samples) throws IOException {
    List<Sample> all = new ArrayList<>();
    SampleSources.open(DATA).forEach(all::add, reject -> {});
    StringBuilder lines = new StringBuilder();
    for (Sample image : all.subList(0, samples)) {
      for (Sample text : all.subList(0, samples)) {
        boolean match = CaptionParser.parse(text.captions().get(0)).matches(Scene.of(image));
        lines.append(
            "{\"image_key\": \"%s\", \"text_key\": \"%s\", \"match\": %s}%n"
                .formatted(image.key(), text.key(), match));
      }
    }
    return Files.writeString(folder.resolve("labels.jsonl"), lines);
  }

  @Test
  void learnsTheJudgesErrorsFromAFileAndSaysWhatIsInBoth() throws IOException {
    Path labels = labels(30);
    Cli.Result result = audit("audit", "--quantiles=0.5,1", "--calibrate-on=" + labels, "-v");

    assertThat(result.exitCode()).isZero();
    assertThat(result.output())
        .contains("Thresholds fitted on the calibration file")
        .contains("Rates corrected for the judges' errors")
        .containsPattern("warning: [1-9][0-9]* audited pairs are in the calibration file, too");
    JsonNode json = Json.readTree(folder.resolve("audit/audit.json"));
    assertThat(json.at("/shared_with_calibration").asInt()).isPositive();
    assertThat(folder.resolve("audit/report.html")).content().contains("calibration file, too");
  }

  @Test
  void aCosineThatNothingCalibratesIsNoRateOfFalseNegatives() throws IOException {
    // Scenes as a stranger's data: no truth is known of them.
    Path data = folder.resolve("data");
    Cli.launch("data", "generate", "scenes", "--count=" + SAMPLES, "--truth=none", "--out=" + data);
    dataset = data.toString();

    Cli.Result result = audit("audit", "--quantiles=0.5,1", "--thresholds=0.00001");

    assertThat(result.exitCode()).isZero();
    assertThat(result.output())
        .contains("How many negatives are false is not known: store-cosine is a cosine")
        .contains("scores of", "median", "--calibrate-on FILE")
        .doesNotContain("false, percent");
    JsonNode json = Json.readTree(folder.resolve("audit/audit.json"));
    assertThat(json.at("/findings")).isEmpty();
    assertThat(json.at("/shares/0/measure").asText()).isEqualTo("scores_above");
    assertThat(json.has("rates")).isFalse();
    assertThat(json.at("/shares").findValuesAsText("id"))
        .contains("quantile/both/store-cosine>0.00001")
        .doesNotHaveDuplicates();
    assertThat(json.at("/shares").findValue("rate")).isNull();
    assertThat(folder.resolve("audit/report.html"))
        .content()
        .contains("<p class=\"lead\">How many negatives are false is not known", "&gt; 0.00001")
        .doesNotContain("1.0E-5", "NaN");

    Path found = folder.resolve("audit/audit.json");
    assertThat(Cli.launch("audit-fn", "--compare", found, found).output())
        .contains("Scores above a threshold in percent")
        .doesNotContain("False negatives in percent");
  }

  @Test
  void theTruthOfAGeneratedDatasetIsFoundBesideIt() {
    Path data = folder.resolve("data");
    Cli.launch("data", "generate", "scenes", "--count=" + SAMPLES, "--out=" + data);
    dataset = data.toString();

    Cli.Result result = audit("audit", "--quantiles=0.5,1");

    assertThat(result.errors()).contains("truth: ", "truth" + File.separator + "pairs.parquet");
    assertThat(result.output()).contains("are false by truth");
  }

  @Test
  void minusZeroIsZero() throws IOException {
    audit("minus", "--quantiles=-0,0,1");
    audit("plain", "--quantiles=0,0,1");

    assertThat(Json.readTree(folder.resolve("minus/audit.json")).at("/shares"))
        .isEqualTo(Json.readTree(folder.resolve("plain/audit.json")).at("/shares"));
  }

  @Test
  void saysHowManyPairsAPrecisionNeeds() {
    Cli.Result result = audit("audit", "--quantiles=1", "--precision=0.01", "--max-pairs=50");

    assertThat(result.exitCode()).isZero();
    assertThat(result.output())
        .contains("warning: a precision of 0.01 needs 120 pairs, and at most 50 may be drawn");
  }

  @Test
  void auditsAPlanOfAnotherStoreOnlyIfForced() {
    Path plan = folder.resolve("plan.parquet");
    Cli.launch("mine", "--embeddings=" + store, "--batch-size=10", "--quiet", "--out=" + plan);
    store = writeStore("other", 3);

    Cli.Result refused = audit("audit", "--plan=" + plan);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errors())
        .contains("was mined from another store", "force the audit to accept it (--force)")
        .hasLineCount(1);
    assertThat(audit("audit", "--plan=" + plan, "--force").exitCode()).isZero();
  }

  @Test
  void truthOfTwoMindsOrOfOtherDataIsRefused() throws IOException {
    Path truth = folder.resolve("truth.jsonl");
    String key = Scenes.key(Split.TRAIN, 0);
    String line = "{\"image_key\": \"%s\", \"text_key\": \"%s\", \"match\": %s}%n";
    Files.writeString(truth, line.formatted(key, key, true) + line.formatted(key, key, false));
    Cli.Result twice = audit("audit", "--truth=" + truth);
    Files.writeString(truth, line.formatted(key, key, true) + line.formatted(key, "nobody", true));
    Cli.Result unknown = audit("audit", "--truth=" + truth);

    assertThat(twice.exitCode()).isEqualTo(1);
    assertThat(twice.errors())
        .contains("labels image '" + key + "' and text '" + key + "' both as a match")
        .hasLineCount(1);
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.errors())
        .contains(
            "1 pairs name keys that scenes:train",
            "the first 'nobody'; force the audit to skip them (--force)")
        .hasLineCount(1);
    assertThat(audit("audit", "--truth=" + truth, "--force").exitCode()).isZero();
  }

  @Test
  void anExistingListIsNotReplacedAfterALongAudit() throws IOException {
    Path veto = Files.writeString(folder.resolve("veto.jsonl"), "");
    Cli.Result result = audit("audit", "--quantiles=1", "--write-veto=" + veto);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors())
        .contains("veto.jsonl: already exists; name another file, or overwrite it (--overwrite)")
        .hasLineCount(1);
    assertThat(folder.resolve("audit")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--thresholds=0.5,1.2 | 2 | a threshold must lie in [0, 1]; threshold=1.2",
        "--quantiles=1.5 | 2 | a quantile must lie in [0, 1]; quantile=1.5",
        "--quantiles=1 --plan=x.parquet | 2 | not several",
        "--precision=0.7 | 2 | precision must lie in (0, 0.5); precision=0.7",
        "--max-pairs=0 | 2 | max-pairs=0",
        "--plan=none.parquet | 2 | none.parquet",
        "--truth=none.jsonl | 2 | none.jsonl",
        "--model=none | 2 | there is no such folder",
        "--model=MODEL --text-cleaning=shout | 2 | text cleaning 'shout' is not known",
        "--model=MODEL --model-precision=f/7 | 2 | precision 'f/7'",
        "--write-veto=veto.txt | 2 | veto.txt",
      })
  void saysWhatIsWrongInOneLine(String arguments, int exitCode, String message) {
    String named = arguments.replace("MODEL", model().toString());
    Cli.Result result = audit("wrong", (Object[]) named.split(" ", -1));

    assertThat(result.exitCode()).isEqualTo(exitCode);
    assertThat(result.errors()).contains(message).hasLineCount(1);
    assertThat(folder.resolve("wrong/audit.json")).doesNotExist();
  }

  @Test
  void tasksShareAnAuditAndMergeEndsIt() {
    String[] judged = {"--quantiles=0,1", "--model=" + model()};
    assertThat(audit("whole", (Object[]) judged).exitCode()).isZero();
    assertThat(audit("shared", judged[0], judged[1], "--shard", "1/2").output())
        .contains("task 1/2 judged 0 blocks", "1 of 1 block is still to be judged");
    Path shared = folder.resolve("shared");
    Cli.Result early = Cli.launch("merge", shared);
    assertThat(early.exitCode()).isEqualTo(1);
    assertThat(early.errors())
        .contains("1 of 1 blocks is missing; have them judged by tasks --array=0 of 2");
    assertThat(audit("shared", judged[0], judged[1], "--shard=0/2").output())
        .contains("the only block is done; falcon merge " + shared + " completes the audit");
    Cli.Result merged = Cli.launch("merge", shared);
    assertThat(merged.exitCode()).as(merged.errors()).isZero();
    assertThat(shared.resolve("audit.json"))
        .hasSameBinaryContentAs(folder.resolve("whole/audit.json"));
    assertThat(Cli.launch("merge", shared)).isEqualTo(merged);
    Cli.Result late = audit("shared", judged[0], judged[1], "--shard=0/2");
    assertThat(late.exitCode()).as(late.errors()).isZero();
    assertThat(late.output()).contains("judged 0 blocks", "the only block is done");
    assertThat(shared.toFile().list())
        .containsExactlyInAnyOrder(folder.resolve("whole").toFile().list());
  }

  private static Path model() {
    return Path.of("..", "onnx-models", "scenes-tiny");
  }
}
