// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.Main;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvalCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  private int falcon(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  private static Path golden() {
    Path golden = Path.of(System.getProperty("falcon.testdata", ""), "datacomp-golden");
    assumeTrue(Files.isDirectory(golden), () -> "skipped: no test data at " + golden);
    return golden;
  }

  @Test
  void listsTheTasks() {
    assertThat(falcon("eval", "datacomp", "--list")).isZero();
    assertThat(out.toString().lines()).hasSize(41);
    assertThat(falcon("eval", "datacomp", "--list", "--tasks", "wilds/*")).isZero();
    assertThat(out.toString()).contains("wilds/fmow", "acc_worst_region");
    assertThat(out.toString().lines()).hasSize(4);
  }

  @Test
  void wrongRequestsAreUsageErrorsOfOneLine() {
    assertThat(falcon("eval", "datacomp", "--list", "--tasks", "nothing")).isEqualTo(2);
    assertThat(err.toString())
        .contains("'nothing' names none of the 40 tasks; see the list of their keys (--list)");
    assertThat(falcon("eval", "datacomp", "--output-dir", "x")).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1).first().asString().contains("--data-dir");
    assertThat(falcon("eval")).isEqualTo(2);
    assertThat(falcon("eval", "report", "nowhere", "--output-dir", "x")).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1).first().asString().contains("nowhere: there is");
    assertThat(falcon("eval", "report", folder.toString(), "--output-dir", "x")).isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(1).first().asString().contains("is no run");
  }

  @Test
  void evaluatesReportsAndResumes() throws IOException {
    Path golden = golden();
    String run = folder.resolve("run").toString();
    String[] arguments = {
      "eval",
      "datacomp",
      "--model",
      golden.resolve("model").toString(),
      "--device",
      "cpu",
      "--data-dir",
      golden.resolve("evalsets").toString(),
      "--output-dir",
      run,
      "--quiet",
      "--tasks",
      "vtab/kitti*,fairness/geode"
    };
    assertThat(falcon(arguments)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("GeoDE", "KITTI Vehicle Distance", "75.00", "2 of 38");
    assertThat(out.toString()).contains("KITTI Vehicle Distance: incomplete, ");
    assertThat(Files.readAllLines(folder.resolve("run/eval_results.jsonl"))).hasSize(2);

    String[] again = Arrays.copyOf(arguments, arguments.length + 1);
    again[arguments.length] = "--json";
    assertThat(falcon(again)).isZero();
    ObjectNode printed = (ObjectNode) Json.mapper().readTree(out.toString());
    assertThat(printed.remove("warnings").get(0).asText())
        .startsWith("KITTI Vehicle Distance: incomplete, ");
    ObjectNode record = (ObjectNode) Json.readTree(folder.resolve("run/run.json"));
    record.remove("record_sha256");
    assertThat(printed).isEqualTo(record);

    JsonNode provenance = record.get("provenance");
    assertThat(provenance.at("/libraries/onnxruntime").asText()).startsWith("1.");
    assertThat(provenance.get("inputs").findValuesAsText("name"))
        .contains("config.json", "wds_geode_test/test/0.tar");
    String data = golden.resolve("evalsets").toString();
    String model = golden.resolve("model").toString();
    assertThat(falcon("verify", run, "--input", data, "--input", model, "--quiet"))
        .as(out.toString() + err)
        .isZero();

    String report = folder.resolve("report").toString();
    assertThat(falcon("eval", "report", run, "--output-dir", report)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("FALCON (paper)", "report.html");
    assertThat(Files.readString(folder.resolve("report/report.md"))).contains("| GeoDE | 26.3 |");
    assertThat(falcon("eval", "report", run, "--output-dir", report)).isZero(); // the same again
    assertThat(falcon("eval", "report", run, "--output-dir", report, "--no-paper")).isEqualTo(2);
    assertThat(err.toString())
        .contains("already exists; name another file, or overwrite it (--overwrite)");
    assertThat(falcon("eval", "report", run, "--output-dir", report, "--overwrite", "--no-paper"))
        .isZero();
    assertThat(out.toString()).doesNotContain("paper");
  }

  @Test
  void textsSearchTextsAgainstQrels() throws IOException {
    Path corpus =
        Files.writeString(
            folder.resolve("corpus.jsonl"),
            """
            {"_id": "d1", "text": "a red circle above a blue square"}
            {"_id": "d2", "text": "two green triangles"}
            {"_id": "d3", "text": "two  green triangles"}
            """);
    Path queries =
        Files.writeString(
            folder.resolve("queries.jsonl"),
            "{\"_id\": \"q1\", \"text\": \"two green triangles\"}\n");
    Path qrels =
        Files.writeString(
            folder.resolve("test.tsv"), "query-id\tcorpus-id\tscore\nq1\td2\t1\nq2\td1\t1\n");
    String[] arguments = {
      "eval",
      "retrieval",
      "--input-dataset",
      corpus.toString(),
      "--queries",
      queries.toString(),
      "--qrels",
      qrels.toString(),
      "--quiet"
    };
    assertThat(falcon(arguments)).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains(
            "ndcg_at_10",
            "1 queries, 3 documents",
            "judged queries that are missing: 1",
            "queries whose own text is a document under another key, not judged relevant: 1");
    String[] json = Arrays.copyOf(arguments, arguments.length + 1);
    json[arguments.length] = "--json";
    assertThat(falcon(json)).isZero();
    assertThat(Json.mapper().readTree(out.toString()).at("/scores/recall_at_1").doubleValue())
        .isEqualTo(100);
    json[arguments.length] = "--rank-by=itm";
    assertThat(falcon(json)).isEqualTo(2);
    assertThat(err.toString()).contains("--qrels measures texts by their vectors").hasLineCount(1);
    assertThat(falcon("eval", "retrieval", "--queries", queries.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("--queries requires --qrels").hasLineCount(1);
    assertThat(
            falcon(
                "eval",
                "retrieval",
                "--input-dataset",
                corpus.toString(),
                "--qrels",
                folder.resolve("none.tsv").toString()))
        .isEqualTo(1);
    assertThat(err.toString()).contains("none.tsv").hasLineCount(1);
  }

  @Test
  void retrievesScenesWithTheirTruth() throws IOException {
    Path golden = golden();
    assertThat(
            falcon(
                "eval",
                "retrieval",
                "--model",
                golden.resolve("model").toString(),
                "--device",
                "cpu",
                "--input-dataset",
                "scenes:test,count=60",
                "--quiet"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("txt_r10", "img_map_at_r", "r_mean", "truth: Scenes");
    assertThat(
            falcon(
                "eval",
                "retrieval",
                "--model",
                golden.resolve("model").toString(),
                "--device",
                "cpu",
                "--input-dataset",
                "scenes:test,count=60",
                "--rank-by",
                "itm"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("rank by the cosine alone (--rank-by itc)");
  }

  @Test
  void evaluatesPredictionFiles() throws IOException {
    Path captions = write("captions.json", "[{\"image_id\": 1, \"caption\": \"A dog runs.\"}]");
    Path references =
        write(
            "references.json",
            "{\"annotations\": [{\"image_id\": 1, \"caption\": \"a dog runs\"}]}");
    assertThat(
            falcon(
                "eval",
                "captions",
                "--predictions",
                captions.toString(),
                "--references",
                references.toString()))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("bleu_1", "100.00", "1 images, 1 captions", "not computed: meteor, spice");

    Path answers = write("answers.json", "[{\"question_id\": 1, \"answer\": \"two\"}]");
    Path questions =
        write(
            "questions.json",
            "{\"annotations\": [{\"question_id\": 1, \"answer_type\": \"number\","
                + " \"answers\": [{\"answer\": \"2\"}, {\"answer\": \"two\"},"
                + " {\"answer\": \"2\"}, {\"answer\": \"3\"}]}]}");
    String result = folder.resolve("result.json").toString();
    String[] vqa = {
      "eval",
      "vqa",
      "--predictions",
      answers.toString(),
      "--questions",
      questions.toString(),
      "--out",
      result
    };
    assertThat(falcon(vqa)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("answer_type: number", "75.00", "1 questions, rules: vqa");
    assertThat(Json.readTree(folder.resolve("result.json")).at("/scores/accuracy").doubleValue())
        .isEqualTo(75);
    assertThat(falcon(vqa)).isEqualTo(2);
    assertThat(err.toString())
        .contains("result.json: already exists; name another file, or overwrite it (--overwrite)");

    Path judgements = write("judgements.csv", "dev-1-0-0,true\n");
    Path statements =
        write(
            "dev.json",
            "{\"sentence\": \"S\", \"label\": \"True\", \"identifier\": \"dev-1-0-0\"}");
    String[] nlvr = {
      "eval", "nlvr", "--predictions", judgements.toString(), "--statements", statements.toString()
    };
    assertThat(falcon(nlvr)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("consistency", "1 statements with their pictures");
    write("judgements.csv", "");
    assertThat(falcon(nlvr)).isEqualTo(1);
    assertThat(err.toString().lines())
        .hasSize(1)
        .first()
        .asString()
        .contains("lacks 1 of 1 statements: dev-1-0-0");
    write("judgements.csv", "dev-1-0-0,true\ndev-1-0-0,true\n");
    assertThat(falcon(nlvr)).isEqualTo(1);
    assertThat(err.toString()).contains("line 2: a second prediction for dev-1-0-0");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
