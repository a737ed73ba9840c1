// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an audit takes from labels of several kinds, and from samples that others have drawn. */
class LabelEvidenceTest {
  private static final String DATA = "--input-dataset=scenes:train,captions-per-image=1,count=64";
  private static final Path MODEL =
      Path.of("..", "onnx-models", "scenes-tiny").toAbsolutePath().normalize();

  /** A drawn pair, and what is true of it. */
  private record Pair(String image, String text, boolean match) {
    String line(String probability) {
      return String.format(
          Locale.ROOT,
          "{\"image_key\":\"%s\",\"text_key\":\"%s\",\"match\":%s,\"probability\":%s}%n",
          image,
          text,
          match,
          probability);
    }
  }

  @TempDir private static Path shared;
  @TempDir private Path folder;
  private static Path store;
  private static Path plan;
  private static Path noTruth;
  private static Path audit;
  private static List<Pair> pairs;

  @BeforeAll
  static void auditAPlan() throws IOException {
    store = shared.resolve("store");
    plan = shared.resolve("plan.parquet");
    launch("embed", DATA, "--model=" + MODEL, "--quiet", "--out=" + store);
    launch("mine", "--embeddings=" + store, "--batch-size=16", "--quiet", "--out=" + plan);
    Path known = shared.resolve("known");
    launch(audit(known, "--plan=" + plan, "--truth=scenes"));
    pairs = drawn(known.resolve("pairs.parquet"));
    String own = pairs.get(0).image();
    noTruth =
        Files.writeString(
            shared.resolve("none.csv"), "image_key,text_key,match\n" + own + "," + own + ",true\n");
    audit = shared.resolve("audit");
    launch(audit(audit, "--plan=" + plan, "--truth=" + noTruth));
    label("hardest", 30, audit.resolve("labels"));
    label("off_diagonal", 25, shared.resolve("labels-off"));
  }

  private static Cli.Result launch(Object... arguments) {
    Cli.Result result = Cli.launch(arguments);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return result;
  }

  private static Object[] audit(Path out, Object... more) {
    List<Object> arguments =
        new ArrayList<>(List.of("audit-fn", DATA, "--embeddings=" + store, "--out=" + out));
    arguments.addAll(List.of(more));
    return arguments.toArray();
  }

  private static void label(String kind, int count, Path labels) {
    try (ScriptedAnnotator annotator =
        new ScriptedAnnotator(
            audit, DATA, "--kind=" + kind, "--count=" + count, "--labels=" + labels, "--quiet")) {
      annotator.answer(200, caption -> caption.contains("red"));
      assertThat(annotator.finish()).as(annotator.errors()).isZero();
    } catch (InterruptedException | IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The pairs that any two samples of a batch make, as the audit has drawn them. */
  private static List<Pair> drawn(Path file) {
    List<Pair> drawn = new ArrayList<>();
    try (TableReader table = TableReader.open(file)) {
      int kind = table.column(ColumnType.UTF8, "kind");
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      int truth = table.column(ColumnType.BOOL, "truth");
      while (table.next()) {
        if (table.getString(kind).equals("off_diagonal")) {
          drawn.add(
              new Pair(table.getString(image), table.getString(text), table.getBoolean(truth)));
        }
      }
    }
    return drawn;
  }

  private static JsonNode finding(JsonNode json, String kind) {
    for (JsonNode finding : json.get("findings")) {
      if (finding.get("kind").asText().equals(kind) && !finding.has("quantile")) {
        return finding;
      }
    }
    throw new AssertionError("no finding of " + kind + " in " + json.get("findings"));
  }

  @Test
  void labelsOfTwoKindsAreBothReported() throws IOException {
    Path out = folder.resolve("reported");
    Cli.Result result =
        launch(
            audit(
                out,
                "--plan=" + plan,
                "--truth=" + noTruth,
                "--labels=" + audit.resolve("labels"),
                "--labels=" + shared.resolve("labels-off")));
    assertThat(result.output())
        .contains(
            "The judges on the labels of hardest", "The judges on the labels of off_diagonal");
    JsonNode json = Json.readTree(out.resolve("audit.json"));
    assertThat(json.get("labels")).hasSize(2);
    for (JsonNode labels : json.get("labels")) {
      JsonNode finding = finding(json, labels.at("/design/kind").asText());
      assertThat(finding.get("source").asText()).isEqualTo("labels");
      assertThat(finding.get("judged")).isEqualTo(labels.get("labels"));
      assertThat(finding.get("interval")).isEqualTo(labels.get("interval"));
      assertThat(finding.get("anytime")).isEqualTo(labels.get("anytime"));
    }
    assertThat(json.at("/labels/0/labels").asInt()).isEqualTo(30);
    assertThat(json.at("/labels/1/labels").asInt()).isEqualTo(25);
    String page = Files.readString(out.resolve("report.html"));
    assertThat(page).contains("Kind: hardest.", "Kind: off_diagonal.");
    assertThat(Pattern.compile("labels, whenever one stops").matcher(page).results().count())
        .isGreaterThanOrEqualTo(2);
  }

  @Test
  void oneKindHasOneFolder() {
    Path labels = audit.resolve("labels");
    Cli.Result result =
        Cli.launch(
            audit(
                folder.resolve("twice"),
                "--plan=" + plan,
                "--truth=" + noTruth,
                "--labels=" + labels,
                "--labels=" + labels,
                "--quiet"));
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors())
        .contains(labels + ": has labels of the same pairs (hardest) as " + labels)
        .hasLineCount(1);
  }

  /** The same labels give the same figures of the judges, with an audit and without one. */
  @Test
  void aResultComparesTheJudgesAsTheAuditDoes() throws IOException {
    Path out = folder.resolve("reported");
    launch(
        audit(
            out,
            "--plan=" + plan,
            "--truth=" + noTruth,
            "--labels=" + audit.resolve("labels"),
            "--quiet"));
    JsonNode ofAudit = Json.readTree(out.resolve("audit.json")).at("/labels/0/judges/0");
    Cli.Result text = launch("label", audit, DATA, "--kind=hardest", "--result");
    assertThat(text.output()).contains("The judges on the labels", "labels saved", "store_cosine");
    Cli.Result json = launch("label", audit, DATA, "--kind=hardest", "--result", "--json");
    JsonNode own = Json.mapper().readTree(json.output()).get("judges");
    assertThat(own).hasSize(1);
    for (String field : List.of("labels", "rocAuc", "averagePrecision", "highest", "lowest")) {
      assertThat(own.get(0).path(field)).as(field).isEqualTo(ofAudit.path(field));
    }
    assertThat(own.at("/0/rocAuc").asDouble()).isBetween(0.0, 1.0);
    assertThat(own.at("/0/saved")).isEqualTo(ofAudit.path("saved"));
  }

  private static double share(List<Pair> of) {
    return (double) of.stream().filter(Pair::match).count() / of.size();
  }

  /** Matches are labelled five times as often as other pairs, which the probabilities put right. */
  @Test
  void aSampleOfKnownProbabilitiesGivesTheShare() throws IOException {
    RandomStream random = RandomStream.of(5, "somebody else's draw");
    StringBuilder lines = new StringBuilder();
    List<Pair> chosen = new ArrayList<>();
    double weights = 0;
    double matches = 0;
    for (Pair pair : pairs.stream().distinct().toList()) {
      double probability = pair.match() ? 0.75 : 0.15;
      if (random.nextDouble() < probability) {
        lines.append(pair.line(Double.toString(probability)));
        chosen.add(pair);
        weights += 1 / probability;
        matches += pair.match() ? 1 / probability : 0;
      }
    }
    Path truth = Files.writeString(folder.resolve("truth.jsonl"), lines);
    Path out = folder.resolve("sampled");
    Cli.Result result = launch(audit(out, "--plan=" + plan, "--truth=" + truth));
    assertThat(result.output()).contains("truth, sample");
    JsonNode json = Json.readTree(out.resolve("audit.json"));
    JsonNode finding = finding(json, "off_diagonal");
    assertThat(finding.get("source").asText()).isEqualTo("sample");
    assertThat(finding.get("judged").asInt()).isGreaterThanOrEqualTo(chosen.size());
    assertThat(finding.get("share").asDouble()).isCloseTo(matches / weights, within(0.02));
    double low = finding.at("/interval/low").asDouble();
    double high = finding.at("/interval/high").asDouble();
    assertThat(share(pairs)).isBetween(low, high);
    assertThat(share(chosen)).isGreaterThan(high); // the share of the labels themselves
    assertThat(json.get("sampled").asInt()).isGreaterThanOrEqualTo(chosen.size());
    assertThat(json.get("truth_known").asInt()).isZero();
    assertThat(json.get("detectors")).isEmpty();
    assertThat(Files.readString(out.resolve("report.html"))).contains("truth, sample");
  }

  /** What falcon label writes for others is such a sample: its share is that of the labels. */
  @Test
  void theTruthOfLabelsIsSuchASample() throws IOException {
    Path out = folder.resolve("again");
    launch(
        "label",
        audit,
        DATA,
        "--kind=off_diagonal",
        "--labels=" + shared.resolve("labels-off"),
        "--result",
        "--quiet");
    launch(
        audit(
            out,
            "--plan=" + plan,
            "--truth=" + shared.resolve("labels-off").resolve("truth.jsonl"),
            "--quiet"));
    JsonNode again = finding(Json.readTree(out.resolve("audit.json")), "off_diagonal");
    Path labelled = folder.resolve("labelled");
    launch(
        audit(
            labelled,
            "--plan=" + plan,
            "--truth=" + noTruth,
            "--labels=" + shared.resolve("labels-off"),
            "--quiet"));
    JsonNode own = finding(Json.readTree(labelled.resolve("audit.json")), "off_diagonal");
    assertThat(again.get("source").asText()).isEqualTo("sample");
    assertThat(again.get("share").asDouble()).isCloseTo(own.get("share").asDouble(), within(0.02));
  }

  @ParameterizedTest
  @CsvSource({
    "0, is in (0, 1]; '0.0'",
    "1.5, is in (0, 1]; '1.5'",
    "null, is in (0, 1]; it is missing",
    "TWICE, 'has two answers, or two probabilities, of image'",
    "UNKNOWN, 'name keys that'"
  })
  void wrongProbabilitiesAreRefused(String kind, String reason) throws IOException {
    Pair pair = pairs.get(0);
    String lines =
        switch (kind) {
          case "TWICE" -> pair.line("0.5") + pair.line("0.25");
          case "UNKNOWN" -> pair.line("0.5") + new Pair("nobody", pair.text(), true).line("0.5");
          default -> pairs.get(1).line("0.5") + pair.line(kind);
        };
    Path truth = Files.writeString(folder.resolve("truth.jsonl"), lines);
    Path out = folder.resolve("refused");
    Cli.Result result = Cli.launch(audit(out, "--plan=" + plan, "--truth=" + truth, "--quiet"));
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains(truth.toString(), reason).hasLineCount(1);
  }

  @Test
  void fewAnswersOfASampleGiveNoInterval() throws IOException {
    Path truth = Files.writeString(folder.resolve("truth.jsonl"), pairs.get(0).line("0.5"));
    Cli.Result result = launch(audit(folder.resolve("few"), "--plan=" + plan, "--truth=" + truth));
    assertThat(result.output())
        .contains("truth with probabilities has answers on", "an interval takes 20 of a kind");
  }
}
