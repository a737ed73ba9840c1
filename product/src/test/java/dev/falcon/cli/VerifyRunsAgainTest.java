// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evaluations and fine-tuned runs that {@code falcon verify --again} makes again. */
class VerifyRunsAgainTest {
  @TempDir private Path folder;
  private Workbench bench;

  @BeforeEach
  void openBench() {
    bench = new Workbench(folder);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  @Test
  void tasksOfDataCompAreMadeAgain() throws IOException {
    bench.made("data generate scenes --count 12 --captions-per-image 5 --truth none --out :scenes");
    Path flickr =
        Files.createDirectories(
            folder.resolve("sets/wds_flickr_1k_test_image_text_retrieval_test/test"));
    Files.copy(folder.resolve("scenes/00000.tar"), flickr.resolve("0.tar"));
    Files.writeString(flickr.resolve("nshards.txt"), "1\n");
    bench.made(
        "eval datacomp --data-dir :sets --tasks retrieval/flickr*,cifar10 --batch-size 8"
            + " --output-dir :found --model "
            + Workbench.MODEL);
    bench.holds("found");
    bench.differs(
        "found",
        "found/run.json",
        content -> ((ObjectNode) content.get("tasks").get(0)).put("samples", 13),
        "run.json: /tasks/0/samples is 13, made again 12");
  }

  @Test
  void retrievalOfTextsIsMadeAgain() throws IOException {
    write(
        "corpus.jsonl",
        """
        {"_id": "d1", "text": "a red circle above a blue square"}
        {"_id": "d2", "text": "two green triangles"}
        """);
    write("queries.jsonl", "{\"_id\": \"q1\", \"text\": \"two green triangles\"}\n");
    write("test.tsv", "query-id\tcorpus-id\tscore\nq1\td2\t1\n");
    bench.made(
        "eval retrieval --input-dataset :corpus.jsonl --queries :queries.jsonl --qrels :test.tsv"
            + " --output-dir :texts");
    bench.holds("texts");
    bench.differs(
        "texts",
        "texts/text-retrieval.json",
        content -> ((ObjectNode) content.get("scores")).put("recall_at_1", 50.0),
        "text-retrieval.json: /scores/recall_at_1 is 50.0, made again 100.0");
    write("test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\n");
    Cli.Result changed = bench.again("texts");
    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(changed.output()).contains("DIFFERS   test.tsv: changed");

    write("one.tsv", "query-id\tcorpus-id\tscore\nd1\td2\t1\n");
    bench.made("eval retrieval --input-dataset :corpus.jsonl --qrels :one.tsv --output-dir :alone");
    bench.holds("alone");

    write("more.jsonl", "{\"_id\": \"d3\", \"text\": \"a yellow star\"}\n");
    Cli.Result searched =
        Cli.launch(
            "eval",
            "retrieval",
            "--input-dataset="
                + folder.resolve("corpus.jsonl")
                + "::"
                + folder.resolve("more.jsonl"),
            "--queries=" + folder.resolve("queries.jsonl"),
            "--qrels=" + folder.resolve("test.tsv"),
            "--output-dir=" + folder.resolve("several"));
    assertThat(searched.exitCode()).as(searched.errors()).isZero();
    bench.holds("several");
  }

  @Test
  void predictionsAreEvaluatedAgain() throws IOException {
    write("captions.json", "[{\"image_id\": 1, \"caption\": \"A dog runs.\"}]");
    write(
        "references.json",
        "{\"annotations\": [{\"image_id\": 1, \"caption\": \"a dog runs\"},"
            + " {\"image_id\": 2, \"caption\": \"a cat\"}]}");
    bench.made(
        "eval captions --predictions :captions.json --references :references.json"
            + " --predicted-only --out :captioned.json");
    bench.holds("captioned.json");
    EqualCaptions.jar(folder);
    bench.made(
        "eval captions --predictions :captions.json --references :references.json --predicted-only"
            + " --meteor-jar :scorer.jar --out :scored.json");
    bench.holds("scored.json", "--meteor-jar", ":scorer.jar");
    bench.differs(
        "captioned.json",
        "captioned.json",
        content -> content.put("references", 3),
        "/references is 3, made again 1");

    write("judgements.csv", "dev-1-0-0,true\n");
    write(
        "dev.json", "{\"sentence\": \"S\", \"label\": \"True\", \"identifier\": \"dev-1-0-0\"}\n");
    bench.made("eval nlvr --predictions :judgements.csv --statements :dev.json --out :nlvr.json");
    bench.holds("nlvr.json");
    bench.differs(
        "nlvr.json",
        "nlvr.json",
        content -> content.put("statements", 2),
        "/statements is 2, made again 1");
  }

  @Test
  void aProgramThatOnlyTheRecordNamesIsNotRun() throws IOException {
    write("captions.json", "[{\"image_id\": 1, \"caption\": \"A dog runs.\"}]");
    write("people.json", "{\"annotations\": [{\"image_id\": 1, \"caption\": \"a dog runs\"}]}");
    EqualCaptions.jar(folder);
    bench.made(
        "eval captions --predictions :captions.json --references :people.json"
            + " --meteor-jar :scorer.jar --out :scored.json");

    Cli.Result unnamed = bench.again("scored.json", "--verbose");
    assertThat(unnamed.exitCode()).isEqualTo(2);
    assertThat(unnamed.errors()).doesNotContain("falcon eval");
    assertThat(unnamed.output())
        .contains(
            "not done  made again: its command runs the program scorer.jar; if you trust it, name"
                + " it with --meteor-jar");
    Cli.Result other = bench.again("scored.json", "--meteor-jar", ":people.json");
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.output()).contains("people.json: is not the recorded scorer.jar");
    assertThat(folder.resolve("scored.json.again")).doesNotExist();
  }

  @Test
  void aCommandInARecordHasNoFlags() throws IOException {
    bench.made("data generate scenes --count 4 --truth none --out :data");
    bench.rewrite(
        "data/scenes.json",
        content ->
            ((ObjectNode) content.get("provenance"))
                .put("command", "finetune vqa --cache=" + folder.resolve("elsewhere")));

    Cli.Result again = bench.again("data");
    assertThat(again.exitCode()).as(again.output()).isNotZero();
    assertThat(again.output()).contains("not done  made again: falcon finetune vqa --cache=");
    assertThat(folder.resolve("elsewhere")).doesNotExist();
  }

  @Test
  void filesOfOthersBesideTheOutputStay() throws IOException {
    bench.made("data generate scenes --count 4 --truth none --out :data");
    Files.createDirectories(folder.resolve("data.again/mine"));
    write("data.again/mine/notes.txt", "work");
    Cli.Result refused = bench.again("data");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(folder.resolve("data.again/mine/notes.txt")).hasContent("work");

    write("captions.json", "[{\"image_id\": 1, \"caption\": \"A dog runs.\"}]");
    write("people.json", "{\"annotations\": [{\"image_id\": 1, \"caption\": \"a dog runs\"}]}");
    bench.made(
        "eval captions --predictions :captions.json --references :people.json --out :scored.json");
    for (String name : List.of("scored.json.my-notes", "scored.json.d/x")) {
      Path own = folder.resolve("scored.json.again").resolve(name);
      Files.createDirectories(own.getParent());
      Files.writeString(own, "work");
      Cli.Result result = bench.again("scored.json");
      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.errors()).contains("other files are in the way");
      assertThat(own).hasContent("work");
      Files.delete(own);
      if (!own.getParent().endsWith("scored.json.again")) {
        Files.delete(own.getParent());
      }
    }
    bench.holds("scored.json");
    Files.createDirectories(folder.resolve("target"));
    Files.createSymbolicLink(folder.resolve("scored.json.again"), folder.resolve("target"));
    assertThat(bench.again("scored.json").exitCode()).isEqualTo(2);
    assertThat(folder.resolve("scored.json.again")).isSymbolicLink();
  }

  @Test
  void fineTunedRunsAreMadeAgain() throws IOException {
    bench.made(
        "data generate scenes --count 16 --questions-per-image 2 --statements 5 --truth none"
            + " --out :train");
    bench.made(
        "data generate scenes --split test --count 6 --questions-per-image 2 --statements 5"
            + " --truth none --out :test");
    bench.made(
        "train --preset scenes-tiny --method uniform --set train.epochs=1 --cache :cache --out :pre"
            + " --config "
            + TinyRuns.file());
    String tiny =
        " --checkpoint :pre --preset scenes-tiny --set threads=1 --set train.epochs=1"
            + " --set train.batch_size=5 --cache :cache --out :";
    bench.made("finetune assignment" + tiny + "assigned");
    bench.made(
        "finetune nlvr --train :train/statements.jsonl --images :train"
            + " --held :test/statements.jsonl --held-images :test"
            + tiny
            + "nlvr");
    bench.made(
        "finetune vqa --set task.fewest=2 --train :train/questions.json --train"
            + " :train/annotations.json --images :train --held :test/questions.json --held"
            + " :test/annotations.json --held-images :test"
            + tiny
            + "vqa");
    bench.made("finetune retrieval" + tiny + "retrieval");
    for (String run : List.of("assigned", "nlvr", "vqa", "retrieval")) {
      bench.holds(run);
    }
    write("secret.jsonl", "{}");
    Path config = folder.resolve("nlvr/config.yaml");
    String own = Files.readString(config);
    String foreign = own.replace("train/statements.jsonl", "secret.jsonl");
    Files.writeString(config, foreign);
    bench.rewrite(
        "nlvr/provenance.json",
        content -> ((ObjectNode) content.at("/provenance/options")).put("config", foreign));
    assertThat(bench.again("nlvr").output())
        .contains("secret.jsonl, of which no file is a recorded input");
    Files.writeString(config, own);
    write("train/statements.jsonl", "");
    Cli.Result changed = bench.again("nlvr");
    assertThat(changed.exitCode()).isNotZero();
    assertThat(changed.output())
        .contains("MISSING   statements.jsonl: 2 files of this name have different contents")
        .contains("not done  made again: what it is made of is not as recorded");
  }
}
