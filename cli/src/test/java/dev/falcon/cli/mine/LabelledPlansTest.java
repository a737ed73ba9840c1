// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labels of a plan's pairs and of lists: mine, audit, label, report, and mine with the veto. */
class LabelledPlansTest {
  private static final String DATA = "--input-dataset=scenes:train,captions-per-image=1,count=64";

  private static final Path MODEL =
      Path.of("..", "onnx-models", "scenes-tiny").toAbsolutePath().normalize();

  @TempDir private static Path shared;
  @TempDir private Path folder;
  private static Path store;
  private static Path truth;

  @BeforeAll
  static void embed() throws IOException {
    store = shared.resolve("store");
    launch("embed", DATA, "--model=" + MODEL, "--quiet", "--out=" + store);
    // Of a picture's own caption alone, so that the known truth of Scenes is not taken.
    List<String> keys = new ArrayList<>();
    launch("mine", "--embeddings=" + store, "--batch-size=16", "--quiet", "--out=" + plan());
    try (TableReader table = TableReader.open(plan())) {
      int key = table.column(ColumnType.UTF8, "key");
      assertThat(table.next()).isTrue();
      keys.add(table.getString(key));
    }
    truth =
        Files.writeString(
            shared.resolve("truth.csv"),
            "image_key,text_key,match\n" + keys.get(0) + "," + keys.get(0) + ",true\n");
  }

  private static Path plan() {
    return shared.resolve("plan.parquet");
  }

  private static Cli.Result launch(Object... arguments) {
    Cli.Result result = Cli.launch(arguments);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return result;
  }

  private Cli.Result audit(String out, Object... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                "audit-fn",
                DATA,
                "--embeddings=" + store,
                "--truth=" + truth,
                "--out=" + folder.resolve(out)));
    arguments.addAll(List.of(more));
    return launch(arguments.toArray());
  }

  private static Set<String> veto(Path file) {
    Set<String> pairs = new HashSet<>();
    try (TableReader table = TableReader.open(file)) {
      int first = table.column(ColumnType.UTF8, "key_a");
      int second = table.column(ColumnType.UTF8, "key_b");
      while (table.next()) {
        pairs.add(table.getString(first) + " " + table.getString(second));
      }
    }
    return pairs;
  }

  private static int distinct(Path answers) throws IOException {
    Set<String> names = new HashSet<>();
    for (String line : Files.readAllLines(answers)) {
      JsonNode answer = Json.mapper().readTree(line);
      names.add(answer.get("image_key").asText() + " " + answer.get("text_key").asText());
    }
    return names.size();
  }

  /** The hardest pairs of a plan are drawn in both directions, and many of them are the same. */
  @Test
  void labelsOfAPlanCountEachAnswerOnceAndItsVetoIsMined() throws Exception {
    Path audit = folder.resolve("audit");
    audit("audit", "--plan=" + plan());
    try (ScriptedAnnotator annotator =
        new ScriptedAnnotator(audit, DATA, "--count=50", "--annotator=ann", "--quiet")) {
      annotator.answer(200, caption -> caption.contains("red"));
      assertThat(annotator.finish()).as(annotator.errors()).isZero();
      assertThat(annotator.output()).doesNotContain("beyond a gap");
    }
    assertThat(distinct(audit.resolve("labels/ann.jsonl"))).isEqualTo(50);

    Path veto = folder.resolve("veto.parquet");
    Cli.Result result =
        audit(
            "reported",
            "--plan=" + plan(),
            "--labels=" + audit.resolve("labels"),
            "--write-veto=" + veto);
    assertThat(result.output())
        .contains("hardest", "labels", "The judges on the labels", "labels saved")
        .doesNotContain("beyond a gap");
    JsonNode json = Json.readTree(folder.resolve("reported/audit.json"));
    assertThat(json.at("/findings/0/kind").asText()).isEqualTo("hardest");
    assertThat(json.at("/findings/0/source").asText()).isEqualTo("labels");
    assertThat(json.at("/labels/0/labels").asInt()).isEqualTo(50);
    assertThat(json.at("/labels/0/asked").asInt()).isEqualTo(50);
    assertThat(json.at("/labels/0/later").asInt()).isZero();
    assertThat(json.at("/labels/0/judges/0/highest/part").asDouble()).isEqualTo(0.05);
    assertThat(Files.readString(folder.resolve("reported/report.html")))
        .contains("The judges on the labels", "labels, whenever one stops");

    Set<String> vetoed = veto(veto);
    int matches = json.at("/labels/0/matches").asInt();
    assertThat(vetoed).isNotEmpty().hasSizeLessThanOrEqualTo(matches);
    Path again = folder.resolve("vetoed.parquet");
    launch(
        "mine",
        "--embeddings=" + store,
        "--batch-size=16",
        "--veto=" + veto,
        "--quiet",
        "--out=" + again);
    assertThat(Files.readAllBytes(again)).isNotEqualTo(Files.readAllBytes(plan()));
  }

  @Test
  void labelsOfListsAreTheirFinding() throws Exception {
    Path lists = folder.resolve("lists.parquet");
    launch(
        "lists",
        "--embeddings=" + store,
        "--direction=image-text",
        "--num-negatives=3",
        "--columns=triplet",
        "--quiet",
        "--out=" + lists);
    Path audit = folder.resolve("audit");
    audit("audit", "--lists=" + lists);
    try (ScriptedAnnotator annotator =
        new ScriptedAnnotator(audit, DATA, "--count=40", "--annotator=ann", "--quiet")) {
      annotator.answer(200, caption -> caption.contains("blue"));
      assertThat(annotator.finish()).as(annotator.errors()).isZero();
      assertThat(annotator.output()).startsWith("listed: ");
    }
    audit("reported", "--lists=" + lists, "--labels=" + audit.resolve("labels"));
    JsonNode json = Json.readTree(folder.resolve("reported/audit.json"));
    assertThat(json.at("/findings/0/source").asText()).isEqualTo("labels");
    assertThat(json.at("/findings/0/judged").asInt()).isEqualTo(40);
    assertThat(json.at("/labels/0/later").asInt()).isZero();
  }
}
