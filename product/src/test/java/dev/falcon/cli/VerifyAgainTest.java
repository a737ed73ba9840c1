// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs of all kinds that {@code falcon verify --again} makes again by their commands. */
class VerifyAgainTest {
  private static final Path MODEL = Workbench.MODEL;

  @TempDir private Path folder;

  private Workbench bench;

  @BeforeEach
  void makeData() {
    bench = new Workbench(folder);
    bench.made("data generate scenes --count 80 --captions-per-image 2 --seed 3 --out :data");
    bench.made("embed --input-dataset :data --model " + MODEL + " --out :vectors --batch-size 16");
  }

  @Test
  void dataAreMadeAgain() throws IOException {
    bench.holds("data");
    bench.made(
        "data generate scenes --preset hard --count 9 --image-size 64 --split val --truth jsonl"
            + " --questions-per-image 1 --statements 2 --format parquet --out :other");
    bench.holds("other");
    bench.made("data convert :data --format parquet --samples-per-shard 30 --out :converted");
    bench.holds("converted");
    bench.made("data convert :converted --caption-col captions --out :tars");
    bench.holds("tars");
    bench.made("mine --embeddings :vectors --search-space 80 --batch-size 10 --out :plan.csv");
    bench.made("data convert :data --plan :plan.csv --out :ordered");
    bench.holds("ordered");

    bench.made("data generate scenes --count 3 --questions-per-image 1 --out :asked");
    Files.writeString(
        folder.resolve("table.csv"), "filepath,caption\nimages/train-0000000.png,a square\n");
    bench.made("data convert :table.csv --image-root :asked --out :pictured");
    bench.holds("pictured", "--image-root", folder.resolve("asked").toString());

    for (String kind : new String[] {"cat", "dog"}) {
      Files.createDirectories(folder.resolve("images").resolve(kind));
      Files.copy(
          folder.resolve("other/images/val-0000000.png"),
          folder.resolve("images").resolve(kind).resolve("a.png"));
    }
    Files.writeString(folder.resolve("t.tsv"), "child\tparent\ncat\tanimal\ndog\tanimal\n");
    bench.made("data convert :images --captions-from :t.tsv --seed 5 --truth jsonl --out :photos");
    bench.holds("photos");
    Files.copy(folder.resolve("t.tsv"), folder.resolve("images/cat/b.png"));
    assertThat(bench.again("photos").output()).contains("MISSING   images", "not done  made again");
  }

  @Test
  void storesAreMadeAgain() {
    bench.holds("vectors", "--input", MODEL.toString());
    bench.made(
        "embed --input-dataset scenes:val,count=20 --captions first --dtype float16"
            + " --output-format clip-retrieval --text-cleaning lower --out :foreign --model "
            + MODEL);
    bench.holds("foreign");
  }

  /** The record says that another version of ONNX Runtime computed the vectors. */
  @Test
  void vectorsOfOtherLibrariesAreComparedWithinATolerance() {
    bench.rewrite(
        "vectors/store.json",
        store -> ((ObjectNode) store.at("/provenance/libraries")).put("onnxruntime", "1.2.3"));

    Cli.Result near = bench.again("vectors", "--input", MODEL.toString());

    assertThat(near.exitCode()).as(near.output() + near.errors()).isZero();
    assertThat(near.errors())
        .contains("computed by {onnxruntime=1.2.3}, made again by {onnxruntime=")
        .contains("vectors count as equal within 1.0E-4");
    assertThat(folder.resolve("vectors.again")).doesNotExist();

    bench.made("eval retrieval --input-dataset :data --output-dir :found --model " + MODEL);
    bench.rewrite(
        "found/retrieval.json",
        run -> ((ObjectNode) run.at("/provenance/libraries")).put("onnxruntime", "1.2.3"));
    Cli.Result refused = bench.again("found", "--input", MODEL.toString());
    assertThat(refused.exitCode()).as(refused.output() + refused.errors()).isEqualTo(2);
    assertThat(refused.output()).contains("use the versions that computed it");
  }

  @Test
  void listsFromACorpusAreMadeAgain() throws IOException {
    String mine = "lists --embeddings :vectors --direction ";
    bench.made(mine + "text-image --num-negatives 3 --relative-margin 0.05 --out :lists.csv");
    bench.holds("lists.csv");
    bench.made(
        mine
            + "image-text --columns n-tuple --num-negatives 2 --depth 20 --withhold 10"
            + " --sampling random --seed 9 --candidates :candidates.parquet --out :deep.parquet");
    bench.holds("deep.parquet");
    bench.made(
        mine
            + "image-text --from :candidates.parquet --num-negatives 2 --max-score 0.9"
            + " --out :filtered.parquet");
    bench.holds("filtered.parquet");
    Files.writeString(
        folder.resolve("known.csv"), "query_key,corpus_key\ntrain-0000000#0,val-0000003\n");
    bench.made(
        "embed --input-dataset scenes:val,count=30 --model " + MODEL + " --out :corpus-vectors");
    bench.made(
        "lists --embeddings :vectors --corpus=:corpus-vectors --positives :known.csv --direction"
            + " text-text --exclude same-caption --columns flagembedding --num-negatives 2"
            + " --batches :batches.parquet --batch-size 8 --out :two.jsonl");
    bench.holds("two.jsonl");
    String judged =
        mine
            + "text-image --depth 30 --judge "
            + MODEL
            + " --input-dataset :data"
            + " --judge-for filter,rank --num-negatives 2 --out :judged.csv";
    bench.made(judged);
    bench.made(judged); // which leaves equal lists as they are
    bench.holds("judged.csv");
    assertThat(Json.readTree(folder.resolve("judged.csv.json")).at("/provenance/options/device"))
        .isEqualTo(TextNode.valueOf("cpu"));

    Path lists = folder.resolve("lists.csv");
    String text = Files.readString(lists);
    Files.writeString(lists, text.replaceFirst("(?m)^train-", "tram-"));
    Cli.Result other = bench.again("lists.csv");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.output()).contains("DIFFERS   made again: row 0 ");
    assertThat(folder.resolve("lists.csv.again/lists.csv")).hasContent(text);
    Cli.Result twice = bench.again("lists.csv");
    assertThat(twice.output()).contains("not done  made again: ", "move or remove it");
  }

  @Test
  void auditsAreMadeAgain() throws IOException {
    bench.made(
        "audit-fn --input-dataset :data --embeddings :vectors --quantiles 0.5,0.9"
            + " --search-space 60 --max-pairs 300 --model tiny="
            + MODEL
            + " --out :grid");
    bench.holds("grid");
    bench.made("mine --embeddings :vectors --search-space 80 --batch-size 10 --out :plan.csv");
    bench.made(
        "audit-fn --input-dataset :data --embeddings :vectors --plan :plan.csv --seed 4"
            + " --calibrate-on :data/truth/pairs.parquet --model "
            + MODEL
            + " --out :planned");
    bench.holds("planned");
    Files.writeString(folder.resolve("pairs.csv"), "image_key,text_key\nval-0000000,val-0000003\n");
    bench.made(
        "audit-fn --input-dataset scenes:val,count=60 --pairs :pairs.csv"
            + " --draw-only --out :drawn");
    bench.holds("drawn");
  }

  /** The two files of ECCV Caption's form, of which one is named, with COCO's captions file. */
  private void publishedTruth() throws IOException {
    Files.writeString(
        folder.resolve("asked/coco.json"),
        """
        {"images": [{"id": 5, "file_name": "images/train-0000000.png"},
                    {"id": 6, "file_name": "images/train-0000001.png"}],
         "annotations": [{"id": 70, "image_id": 5, "caption": "a square"},
                         {"id": 80, "image_id": 6, "caption": "a red circle"}]}
        """);
    Files.writeString(folder.resolve("own_image_to_caption.json"), "{\"5\": [70, 80, 9]}");
    String command =
        "eval retrieval --input-dataset :asked/coco.json --rank-by itc --quiet --truth "
            + ":own_caption_to_image.json";
    Cli.Result lacking = bench.falcon(command);
    assertThat(lacking.exitCode()).isEqualTo(2);
    assertThat(lacking.errors()).contains("ECCV Caption's truth is two files in one folder");
    Files.writeString(folder.resolve("own_caption_to_image.json"), "{\"80\": [6], \"1\": [6]}");
    Cli.Result result = bench.falcon(command + " --output-dir :published");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output())
        .contains(
            "truth: own_caption_to_image.json, judges 1 images and 1 captions",
            "which count as missed: 1",
            "queries of the truth that the data lack, which are not judged: 0 images and 1 captions");
    bench.holds("published");
    Cli.Result graded = bench.falcon(command + " --least-grade 2");
    assertThat(graded.exitCode()).isEqualTo(2);
    assertThat(graded.errors()).contains("has no grades, so a least grade has no effect; omit it");
  }

  @Test
  void evaluationsAreMadeAgain() throws IOException {
    bench.made(
        "eval retrieval --input-dataset :data --model "
            + MODEL
            + " --batch-size 32 --k-test 5"
            + " --output-dir :found");
    bench.holds("found");
    bench.made(
        "eval retrieval --input-dataset scenes:val,count=40 --rank-by itc --output-dir :built-in");
    bench.holds("built-in");
    Files.writeString(
        folder.resolve("asked.csv"),
        "image_key,text_key,grade,side\nval-0000000,val-0000000,3,image\nx,val-0000001,5,text\n");
    Cli.Result sided =
        bench.falcon(
            "eval retrieval --input-dataset scenes:val,count=40 --rank-by itc --truth :asked.csv"
                + " --judged listed --least-grade 2 --folds 4 --output-dir :sided --quiet");
    assertThat(sided.exitCode()).as(sided.errors()).isZero();
    assertThat(sided.output())
        .contains("truth: asked.csv, judges 1 images and 1 captions", "mean over folds: txt_r1 ")
        .contains(
            "warning: right answers of the truth that the data lack, which count as missed: 1");
    bench.holds("sided");
    bench.made(
        "data generate scenes --count 9 --questions-per-image 1 --statements 3 --out :asked");
    publishedTruth();
    JsonNode asked = Json.readTree(folder.resolve("asked/annotations.json")).get("annotations");
    var answers = Json.mapper().createArrayNode();
    asked.forEach(
        each ->
            answers
                .addObject()
                .put("question_id", each.get("question_id").asLong())
                .put("answer", "red"));
    Files.writeString(folder.resolve("said.json"), answers.toString());
    bench.made(
        "eval vqa --predictions :said.json --rules lavis --out :vqa.json --questions "
            + folder.resolve("asked/annotations.json")
            + ","
            + folder.resolve("asked/questions.json"));
    bench.holds("vqa.json");
    bench.differs(
        "vqa.json",
        "vqa.json",
        result -> result.put("questions", 8),
        "/questions is 8, made again 9");
  }

  @Test
  void reportsOfEvaluationsAreMadeAgain() throws IOException {
    for (String run : new String[] {"before", "after"}) {
      Files.createDirectories(folder.resolve(run));
      Files.writeString(
          folder.resolve(run).resolve("eval_results.jsonl"),
          "{\"key\": \"cifar10\", \"dataset\": \"CIFAR-10\", \"metrics\": {\"acc1\": 0.5,"
              + " \"main_metric\": 0.%s}}\n".formatted(run.length()));
    }
    bench.made("eval report :before :after --names old,new --no-paper --output-dir :report");
    bench.holds("report");
    bench.made("eval report :after --output-dir :report --overwrite");
    bench.holds("report");
    Files.writeString(folder.resolve("report/report.md"), "better\n");
    assertThat(bench.falcon("verify :report --input :").output())
        .contains("DIFFERS   report.md: changed");
  }

  @Test
  void runsAndExportsAreMadeAgain() {
    bench.made(
        "train --preset scenes-tiny --config "
            + TinyRuns.file()
            + " --set train.epochs=1"
            + " --cache :cache --out :run");
    bench.holds("run");
    bench.made("export :run --out :model");
    bench.holds("model");
    Cli.Result part = bench.again("run/config.yaml");
    assertThat(part.exitCode()).as(part.output() + part.errors()).isEqualTo(2);
  }

  @Test
  void refusesOutputsThatCannotBeMadeAgainWithTheReason() throws IOException {
    Cli.Result part = bench.again("data/00000.tar");
    assertThat(part.exitCode()).isEqualTo(2);
    assertThat(part.output())
        .contains("holds     files: 1 of 1", "not done  made again: it is one file of a folder");
    Path record = folder.resolve("data/scenes.json");
    String text = Files.readString(record);
    bench.rewrite("data/scenes.json", made -> provenance(made).put("falcon_version", "0.0.1"));
    assertThat(bench.again("data").output())
        .contains("not done  made again: it was made by another release", "use release 0.0.1");
    for (String command : new String[] {"label", "judge", "reproduce scenes"}) {
      Files.writeString(record, text);
      bench.rewrite("data/scenes.json", made -> provenance(made).put("command", command));
      Cli.Result result = bench.again("data", "--json");
      assertThat(result.exitCode()).as(command).isEqualTo(2);
      String reason = Json.mapper().readTree(result.output()).get("not_repeated").asText();
      assertThat(reason).containsPattern("cannot be made again|gave the labels|not made again");
    }
    Files.writeString(record, text);
    bench.rewrite(
        "data/scenes.json",
        made -> ((ObjectNode) provenance(made).get("options")).put("mirror", "left"));
    assertThat(bench.again("data").output())
        .contains("not done  made again: ", "options that this release does not know: mirror");
    assertThat(Folders.list(folder)).noneMatch(file -> file.toString().endsWith(".again"));
  }

  private static ObjectNode provenance(ObjectNode record) {
    return (ObjectNode) record.get("provenance");
  }
}
