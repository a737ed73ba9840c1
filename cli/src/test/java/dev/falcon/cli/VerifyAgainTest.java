package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.StringTokenizer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs of all kinds that {@code falcon verify --again} makes again by their commands. */
class VerifyAgainTest {
  private static final Path MODEL =
      Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny");

  @TempDir private Path folder;

  private Cli.Result falcon(String command) {
    Object[] words =
        Collections.list(new StringTokenizer(command)).stream()
            .map(String.class::cast)
            .<Object>map(word -> word.startsWith(":") ? folder.resolve(word.substring(1)) : word)
            .map(word -> word.toString().replace("=:", "=" + folder + "/"))
            .toArray();
    return Cli.launch(words);
  }

  private void made(String command) {
    Cli.Result result = falcon(command + " --quiet");
    assertThat(result.exitCode()).as(command + ": " + result.errors()).isZero();
  }

  private Cli.Result again(String output, String... more) {
    return falcon("verify :" + output + " --again --quiet --input : " + String.join(" ", more));
  }

  private void holds(String output, String... more) {
    Cli.Result result = again(output, more);
    assertThat(result.exitCode()).as(output + ": " + result.output() + result.errors()).isZero();
    assertThat(result.output()).contains("  holds     made again: every byte of ");
    assertThat(folder.resolve(output + ".again")).doesNotExist();
  }

  @BeforeEach
  void makeData() {
    made("data generate scenes --count 80 --captions-per-image 2 --seed 3 --out :data");
    made("embed --input-dataset :data --model " + MODEL + " --out :vectors --batch-size 16");
  }

  @Test
  void dataAreMadeAgain() throws IOException {
    holds("data");
    made(
        "data generate scenes --preset hard --count 9 --image-size 64 --split val --truth jsonl"
            + " --questions-per-image 1 --statements 2 --format parquet --out :other");
    holds("other");
    made("data convert :data --format parquet --samples-per-shard 30 --out :converted");
    holds("converted");
    made("data convert :converted --caption-col caption --out :tars");
    holds("tars");
    made("mine --embeddings :vectors --search-space 80 --batch-size 10 --out :plan.csv");
    made("data convert :data --plan :plan.csv --out :ordered");
    holds("ordered");

    made("data generate scenes --count 3 --questions-per-image 1 --out :asked");
    Files.writeString(
        folder.resolve("table.csv"), "filepath,caption\nimages/train-0000000.png,a square\n");
    made("data convert :table.csv --image-root :asked --out :pictured");
    holds("pictured", "--image-root", folder.resolve("asked").toString());

    for (String kind : new String[] {"cat", "dog"}) {
      Files.createDirectories(folder.resolve("images").resolve(kind));
      Files.copy(
          folder.resolve("other/images/val-0000000.png"),
          folder.resolve("images").resolve(kind).resolve("a.png"));
    }
    Files.writeString(folder.resolve("t.tsv"), "child\tparent\ncat\tanimal\ndog\tanimal\n");
    made("data convert :images --captions-from :t.tsv --seed 5 --truth jsonl --out :photos");
    holds("photos");
    Files.copy(folder.resolve("t.tsv"), folder.resolve("images/cat/b.png"));
    assertThat(again("photos").output()).contains("MISSING   images", "not done  made again");
  }

  @Test
  void storesAreMadeAgain() {
    holds("vectors", "--input", MODEL.toString());
    made(
        "embed --input-dataset scenes:val,count=20 --captions first --dtype float16"
            + " --output-format clip-retrieval --text-cleaning lower --out :foreign --model "
            + MODEL);
    holds("foreign");
  }

  @Test
  void listsFromACorpusAreMadeAgain() throws IOException {
    String mine = "mine --output negatives --embeddings :vectors --corpus --direction ";
    made(mine + "text-image --num-negatives 3 --relative-margin 0.05 --out :lists.csv");
    holds("lists.csv");
    made(
        mine
            + "image-text --columns n-tuple --num-negatives 2 --depth 20 --withhold 10"
            + " --sampling random --seed 9 --candidates :candidates.parquet --out :deep.parquet");
    holds("deep.parquet");
    made(
        mine
            + "image-text --from :candidates.parquet --num-negatives 2 --max-score 0.9"
            + " --out :filtered.parquet");
    holds("filtered.parquet");
    Files.writeString(
        folder.resolve("known.csv"), "query_key,corpus_key\ntrain-0000000#0,val-0000003\n");
    made("embed --input-dataset scenes:val,count=30 --model " + MODEL + " --out :corpus-vectors");
    made(
        "mine --output negatives --embeddings :vectors --corpus=:corpus-vectors --positives :known.csv --direction"
            + " text-text --exclude same-caption --columns flagembedding --texts --num-negatives 2"
            + " --batches :batches.parquet --batch-size 8 --out :two.jsonl");
    holds("two.jsonl");
    made(
        mine
            + "text-image --depth 30 --judge "
            + MODEL
            + " --input-dataset :data"
            + " --judge-for filter,rank --num-negatives 2 --out :judged.csv");
    holds("judged.csv");

    Path lists = folder.resolve("lists.csv");
    String text = Files.readString(lists);
    Files.writeString(lists, text.replaceFirst("(?m)^train-", "tram-"));
    Cli.Result other = again("lists.csv");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.output()).contains("DIFFERS   made again: row 0 ");
    assertThat(folder.resolve("lists.csv.again/lists.csv")).hasContent(text);
    Cli.Result twice = again("lists.csv");
    assertThat(twice.output()).contains("not done  made again: ", "move or remove it");
  }

  @Test
  void auditsAreMadeAgain() throws IOException {
    made(
        "audit-fn --input-dataset :data --embeddings :vectors --quantiles 0.5,0.9"
            + " --search-space 60 --max-pairs 300 --model tiny="
            + MODEL
            + " --out :grid");
    holds("grid");
    made("mine --embeddings :vectors --search-space 80 --batch-size 10 --out :plan.csv");
    made(
        "audit-fn --input-dataset :data --embeddings :vectors --plan :plan.csv --seed 4"
            + " --calibrate-on :data/truth/pairs.parquet --model "
            + MODEL
            + " --out :planned");
    holds("planned");
    Files.writeString(folder.resolve("pairs.csv"), "image_key,text_key\nval-0000000,val-0000003\n");
    made(
        "audit-fn --input-dataset scenes:val,count=60 --pairs :pairs.csv"
            + " --draw-only --out :drawn");
    holds("drawn");
  }

  @Test
  void evaluationsAreMadeAgain() throws IOException {
    made(
        "eval retrieval --input-dataset :data --model "
            + MODEL
            + " --batch-size 32 --k-test 5"
            + " --output-dir :found");
    holds("found");
    made("eval retrieval --input-dataset scenes:val,count=40 --rank-by itc --output-dir :built-in");
    holds("built-in");
    made("data generate scenes --count 9 --questions-per-image 1 --statements 3 --out :asked");
    JsonNode asked = Json.readTree(folder.resolve("asked/annotations.json")).get("annotations");
    var answers = Json.mapper().createArrayNode();
    asked.forEach(
        each ->
            answers
                .addObject()
                .put("question_id", each.get("question_id").asLong())
                .put("answer", "red"));
    Files.writeString(folder.resolve("said.json"), answers.toString());
    made(
        "eval vqa --predictions :said.json --rules lavis --out :vqa.json --questions "
            + folder.resolve("asked/annotations.json")
            + ","
            + folder.resolve("asked/questions.json"));
    holds("vqa.json");
    ObjectNode result = (ObjectNode) Json.readTree(folder.resolve("vqa.json"));
    result.put("questions", 8);
    result.remove("record_sha256");
    RecordFile.write(folder.resolve("vqa.json"), result);
    Cli.Result other = again("vqa.json");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.output()).contains("DIFFERS   made again: /questions is 8, made again 9");
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
    made("eval report :before :after --names old,new --no-paper --output-dir :report");
    holds("report");
    made("eval report :after --output-dir :report --overwrite");
    holds("report");
    Files.writeString(folder.resolve("report/report.md"), "better\n");
    assertThat(falcon("verify :report --input :").output())
        .contains("DIFFERS   report.md: changed");
  }

  @Test
  void runsAndExportsAreMadeAgain() {
    made(
        "train --preset scenes-tiny --config "
            + TinyRuns.file()
            + " --set train.epochs=1"
            + " --cache :cache --out :run");
    holds("run");
    made("export :run --out :model");
    holds("model");
    Cli.Result part = again("run/config.yaml");
    assertThat(part.exitCode()).as(part.output() + part.errors()).isEqualTo(2);
  }

  @Test
  void whatCannotBeMadeAgainIsRefusedWithTheReason() throws IOException {
    Cli.Result part = again("data/00000.tar");
    assertThat(part.exitCode()).isEqualTo(2);
    assertThat(part.output())
        .contains("holds     files: 1 of 1", "not done  made again: it is one file of a folder");
    Path record = folder.resolve("data/scenes.json");
    String text = Files.readString(record);
    rewrite(record, "falcon_version", "0.0.1");
    assertThat(again("data").output())
        .contains("not done  made again: another release made it", "use release 0.0.1");
    for (String command : new String[] {"label", "judge", "reproduce scenes"}) {
      Files.writeString(record, text);
      rewrite(record, "command", command);
      Cli.Result result = again("data", "--json");
      assertThat(result.exitCode()).as(command).isEqualTo(2);
      String reason = Json.mapper().readTree(result.output()).get("not_repeated").asText();
      assertThat(reason).containsPattern("cannot be made again|gave the labels|not made again");
    }
    Files.writeString(record, text);
    ObjectNode content = (ObjectNode) Json.readTree(record);
    ((ObjectNode) content.get("provenance").get("options")).put("mirror", "left");
    content.remove("record_sha256");
    RecordFile.write(record, content);
    assertThat(again("data").output())
        .contains("not done  made again: ", "options that this release does not know: mirror");
    assertThat(Folders.list(folder)).noneMatch(file -> file.toString().endsWith(".again"));
  }

  private static void rewrite(Path record, String field, String value) {
    ObjectNode content = (ObjectNode) Json.readTree(record);
    ((ObjectNode) content.get("provenance")).put(field, value);
    content.remove("record_sha256");
    RecordFile.write(record, content);
  }
}
