// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.Cli;
import dev.falcon.cli.Workbench;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvalCompositionalCommandTest {
  private static final String EVAL = "eval compositional --model " + Workbench.MODEL + " --suite ";

  @TempDir private Path folder;
  private Workbench bench;

  @BeforeEach
  void makePictures() throws IOException {
    bench = new Workbench(folder);
    bench.made("data generate scenes --count 6 --questions-per-image 1 --seed 3 --out :scenes");
    Files.writeString(
        folder.resolve("own.csv"),
        """
        image,caption,negative_caption,subset
        train-0000000.png,a red circle,a blue square,shape
        train-0000001.png,a red circle,a blue square,shape
        train-0000002.png,a green circle,a blue circle,colour
        """);
  }

  @Test
  void anOwnTableIsASuite() throws IOException {
    Cli.Result result =
        bench.falcon(EVAL + ":own.csv --image-root :scenes/images --output-dir :out --quiet");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output())
        .contains("colour", "shape", "mean of rows *", "mean of subsets", "50.00", "scored by itm")
        .contains("3 items on 3 images and 4 captions; an item is right by the protocol caption");
    JsonNode json = Json.readTree(folder.resolve("out/suite.json"));
    assertThat(json.at("/provenance/options").has("suite")).isFalse();
    assertThat(json.at("/scored_by").asText()).isEqualTo("itm");
    assertThat(
            bench.falcon(EVAL + ":own.csv --image-root :scenes/images --output-dir :out").errors())
        .contains("suite.json: already exists; name another file, or overwrite it (--overwrite)");
    bench.holds("out", "--image-root :scenes/images");
    bench.made(EVAL + ":own.csv --image-root :scenes/images --output-dir :out --overwrite");
  }

  @Test
  void missingImagesAreListed() throws IOException {
    Files.delete(folder.resolve("scenes/images/train-0000002.png"));
    String command = EVAL + ":own.csv --image-root :scenes/images --score-by itc --quiet";
    Cli.Result result = bench.falcon(command);
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.output())
        .contains("warning: 1 of 3 items are not judged, since an image is missing")
        .contains("images and rows rejected: 1, listed in rejects.parquet");
    assertThat(bench.falcon(command + " --accept-rejects").exitCode()).isZero();
  }

  @Test
  void aDescribedSuiteOverADatasetIsMadeAgain() throws IOException {
    Files.createDirectories(folder.resolve("files/part"));
    Files.writeString(
        folder.resolve("files/part/rows.jsonl"),
        """
        {"key": "test-0000000", "one": "a red circle", "two": "a blue square", "three": "a cat", "group": "g"}
        {"key": "test-0000001", "one": "a red circle", "two": "a blue square", "three": "a dog", "group": "g"}
        """);
    Files.writeString(
        folder.resolve("mine.yaml"),
        """
        name: mine
        files: {all: [part/rows.jsonl]}
        columns: {images: [key], captions: [one], negatives: [two, three], set: group}
        protocol: rank
        ties: true_first
        expected: {all: 3}
        """);
    Cli.Result result =
        bench.falcon(
            EVAL
                + ":mine.yaml --data :files --input-dataset scenes:test,count=4 --score-by itc"
                + " --clip-benchmark --output-dir :out --quiet");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output())
        .contains("mean_rank", "median_rank", "r10 100.00", "of 1 sets", "33.33")
        .contains("warning: 2 items, and 3 are published");
    bench.holds("out");
  }

  @Test
  void oneOfFalconsSuites() throws IOException {
    Files.createDirectories(folder.resolve("data"));
    for (String subset :
        new String[] {
          "add_att", "add_obj", "replace_att", "replace_obj", "replace_rel", "swap_att", "swap_obj"
        }) {
      Files.writeString(
          folder.resolve("data/" + subset + ".json"),
          "{\"0\": {\"filename\": \"train-0000000.png\", \"caption\": \"a red circle \","
              + " \"negative_caption\": \"a circle red\"}}");
    }
    String command = EVAL + "sugarcrepe --data :data --image-root :scenes/images --output-dir :out";
    Cli.Result result = bench.falcon(command + " --score-by itc --quiet");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output())
        .contains("mean of category_subsets", "swap_obj: 1 item, and 245 are published;");
    bench.holds("out", "--image-root :scenes/images");
    assertThat(bench.falcon("eval compositional --list").output())
        .contains("sugarcrepe", "7,511", "https://github.com/RAIVNLab/sugar-crepe");
    assertThat(bench.falcon("eval compositional --list --json").output()).contains("\"licence\"");
  }

  @Test
  void scenesAreASuiteByTheirTruth() throws IOException {
    bench.made(
        EVAL + "scenes --input-dataset scenes:test,count=30 --score-by itc --output-dir :out");
    bench.holds("out");
    JsonNode json = Json.readTree(folder.resolve("out/suite.json"));
    assertThat(json.at("/subsets").findValuesAsText("subset"))
        .contains("colour", "exchange", "relation", "shape");
    assertThat(json.at("/averages/rows/share").doubleValue()).isGreaterThan(60);
    bench.made(
        EVAL
            + "scenes-both --input-dataset scenes:test,count=9 --score-by match --output-dir :both");
    bench.holds("both");
    JsonNode both = Json.readTree(folder.resolve("both/suite.json"));
    assertThat(both.at("/suite/protocol").asText()).isEqualTo("group");
    assertThat(both.at("/subsets/0/pairs/acc").doubleValue()).isGreaterThan(50);
    wrong(
        EVAL + "scenes-both --input-dataset :scenes",
        "--input-dataset must be a generated one, such as scenes:test; it is");
    wrong(EVAL + "scenes --data :", "--suite scenes is made of --input-dataset; omit --data");
  }

  @Test
  void valuesDependNeitherOnBatchesNorOnThreads() throws IOException {
    String data = EVAL + "scenes-both --input-dataset scenes:test,count=12 --output-dir :";
    Map<String, JsonNode> first = new HashMap<>();
    for (String order : List.of("itc", "itm")) {
      for (String run :
          List.of("--batch-size 64", "--batch-size 7 --threads 1", "--batch-size 1 --threads 2")) {
        String out = order + run.replace(' ', '_');
        bench.made(data + out + " --score-by " + order + " " + run);
        ObjectNode result = (ObjectNode) Json.readTree(folder.resolve(out + "/suite.json"));
        result.remove(List.of("provenance", "record_sha256", "files")); // which name the options
        ArrayNode scores = result.putArray("scores");
        try (TableReader items = TableReader.open(folder.resolve(out + "/items.parquet"))) {
          int column = items.column(ColumnType.FLOAT32_LIST, "scores");
          while (items.next()) {
            items.getFloats(column).forEach(scores::add);
          }
        }
        assertThat(result).as(out).isEqualTo(first.computeIfAbsent(order, none -> result));
      }
    }
  }

  @Test
  void scoresOfATableNeedNoModel() throws IOException {
    Files.writeString(
        folder.resolve("scores.csv"),
        """
        item,image,caption,match,score
        a,x,one,1,0.5
        a,x,two,0,0.5
        b,x,one,1,NaN
        b,x,two,0,0.5
        """);
    Cli.Result result =
        bench.falcon("eval compositional --suite :scores.csv --output-dir :out --quiet");
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.output())
        .contains("scored by table", "25.00", "warning: 1 item with a score that is no number");
    bench.holds("out");
  }

  @Test
  void twoRunsAreComparedByItem() throws IOException {
    String eval = EVAL + ":own.csv --image-root :scenes/images --output-dir ";
    Files.writeString(folder.resolve("seen.txt"), "train-0000000\n");
    bench.made(eval + ":a --score-by itc --trained-on scenes:train,count=2");
    bench.holds("a", "--image-root :scenes/images");
    bench.made(eval + ":b --score-by itm --trained-on :seen.txt");
    bench.holds("b", "--image-root :scenes/images");
    bench.made(
        "eval compare :a :b --seed 3 --out :pair.json --html :pair.html --image-root"
            + " :scenes/images");
    assertThat(folder.resolve("pair.html")).content().contains("Two models on own", "Won by B");
    wrong("eval compare :a :b --image-root :", "--image-root requires --html");
    assertThat(bench.falcon("eval compare :a --json").errors()).contains("needs at least 2 RUN");
    bench.holds("pair.json");
    Cli.Result result =
        bench.falcon("eval compare :a :b --require rows>=-100 --require subsets>=-100");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output())
        .contains("own", "A %", "won", "Holm", "mean of subsets", "cannot tell: ")
        .contains("of 2 subsets, cannot tell in 2", "on images in training", "on other images");
    assertThat(result.errors()).contains("gate holds: rows>=-100");
    assertThat(bench.falcon("eval compare :a :b --require rows>=101").exitCode()).isEqualTo(1);
    Files.writeString(
        folder.resolve("own.csv"),
        Files.readString(folder.resolve("own.csv")).replace("a green", "a yellow"));
    bench.made(
        "embed --input-dataset scenes:train,count=2 --model " + Workbench.MODEL + " --out :store");
    bench.made(eval + ":other --trained-on :store");
    assertThat(Json.readTree(folder.resolve("other/suite.json")).at("/trained/seen_items").asInt())
        .isEqualTo(2);
    bench.holds("other", "--image-root :scenes/images");
    wrong(
        "eval compare :a :other",
        "must be of the same items; items of the same names have other captions, images or answers");
    Files.move(folder.resolve("own.csv"), folder.resolve("mine.csv"));
    bench.made(eval.replace(":own", ":mine") + ":mine");
    wrong("eval compare :a :mine", "the suites are 'own' and 'mine'");
    wrong("eval compare :a :scenes", "must be an output folder of eval compositional,");
    Path table = folder.resolve("plain.csv");
    Files.writeString(table, "right\n1\n1\n1\n1\n1\n1\n1\n");
    Files.writeString(folder.resolve("wrong.csv"), "right\n0\n0\n0\n0\n0\n0\n0\n");
    assertThat(bench.falcon("eval compare :wrong.csv :plain.csv").output())
        .contains(
            "all         7  0.00",
            "+100.00",
            "gain: +100.00 points over all items (won 7, lost 0,");
    Files.writeString(folder.resolve("many.csv"), "right\n" + "1\n".repeat(40));
    Files.writeString(folder.resolve("none.csv"), "right\n" + "0\n".repeat(40));
    assertThat(bench.falcon("eval compare :none.csv :many.csv").output()).contains("2e-12");
  }

  @Test
  void aTableOfAnotherFormHoldsTheImages() throws IOException {
    Files.writeString(
        folder.resolve("shop.csv"),
        "sku,file,split\nA1,train-0000000.png,test\nA2,train-0000001.png,train\n");
    Files.writeString(
        folder.resolve("shop-suite.csv"),
        "image,caption,negative_caption\nA1,a red circle,a blue square\n");
    String reading =
        " --input-dataset :shop.csv --key-col sku --image-col file --input-split test --image-root"
            + " :scenes/images";
    String eval = EVAL + ":shop-suite.csv --score-by itc" + reading + " --output-dir ";
    bench.made(eval + ":shop-a");
    bench.holds("shop-a", "--image-root :scenes/images");
    bench.made(eval + ":shop-b");
    Files.writeString(folder.resolve("c.csv"), "item,image,right\n1,A1,1\n");
    Files.writeString(folder.resolve("d.csv"), "item,image,right\n1,A1,0\n");
    bench.made("eval compare :c.csv :d.csv --html :shop.html" + reading);
    assertThat(folder.resolve("shop.html")).content().contains("data:image");
    String page = "eval compare :c.csv :d.csv --out :none.json --html :none.html ";
    wrong(page + "--image-root :none", "none: must be a folder or a zip file of images");
    wrong(page + "--image-root :scenes", "would show none of the images, the first 'A1'; name");
    assertThat(folder.resolve("none.json")).doesNotExist();
  }

  @Test
  void wrongRequestsAreUsageErrorsOfOneLine() throws IOException {
    Files.writeString(folder.resolve("odd.csv"), "picture,text\nx,y\n");
    wrong("eval compositional", "--suite must name a suite or a table; the suites are sugarcrepe");
    wrong("eval compositional --suite none", "none: is no file, and no suite that Falcon");
    wrong("eval compositional --suite sugarcrepe", "sugarcrepe: name the folder of its files");
    wrong("eval compositional --suite :odd.csv", "picture, text are no form of a suite");
    wrong(
        "eval compositional --suite :own.csv --score-by table",
        "own.csv: has no column 'score' by which its items could be judged");
    wrong(
        "eval compositional --suite :own.csv --image-root : --input-dataset scenes:test,count=4",
        "a root of the images, which are the samples' own files, has no effect in the layout");
    wrong("eval compositional --suite :own.csv", "has none of the suite's images, such as train-");
    wrong("eval compositional --suite :own.csv --subset-col kind", "has no column 'kind'");
  }

  private void wrong(String command, String message) {
    Cli.Result result = bench.falcon(command);
    assertThat(result.exitCode()).as(command).isEqualTo(2);
    assertThat(result.errors()).contains(message).hasLineCount(1);
  }
}
