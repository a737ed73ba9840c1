// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run with {@code --overwrite} that fails leaves the earlier output as it was, byte for byte. */
class OverwriteTest {
  private static final String MODEL = " --model=" + Workbench.MODEL + " ";
  private static final String MINE =
      "--quantiles=1 --search-space=24 --batch-size=8 --out=:o%s --embeddings=:";
  private static final String LISTS =
      "--direction=image-text --num-negatives=3 --out=:lists.parquet --embeddings=:";
  private static final String TINY =
      " --preset=scenes-tiny --set=threads=1 --set=train.epochs=1 --cache=:cache ";

  @TempDir private static Path folder;
  private static Workbench bench;

  /**
   * A command over an earlier output.
   *
   * @param output the output
   * @param right arguments with which it was made; empty if it was made by the set-up
   * @param wrong arguments with which the command fails, most of them after it has begun its work
   */
  private record Row(String command, String output, String right, String wrong) {
    @Override
    public String toString() {
      return command + " " + output;
    }
  }

  private static List<Row> rows() {
    String finetune = "--checkpoint=:run" + TINY + "--out=:";
    String tuned = "--train=:not.json --images=:ds --held=:not.json --held-images=:ds ";
    String audit = "--input-dataset=:ds --embeddings=:em --out=:audit ";
    return List.of(
        row("embed", "em", "", "--input-dataset=:broken.csv --out=:em" + MODEL),
        row("mine", "plan", "", MINE.formatted("p/").replace(":op", ":plan") + "damaged"),
        row(
            "mine",
            "o.parquet",
            MINE.formatted(".parquet") + "em",
            MINE.formatted(".parquet") + "damaged"),
        row("lists", "lists.parquet", LISTS + "em", LISTS + "damaged"),
        row("merge", "merged.csv", ":plan --out=:merged.csv", ":damaged-plan --out=:merged.csv"),
        row("audit-fn", "audit", audit, audit + "--truth=:strangers.csv"),
        row(
            "label",
            "page.html",
            ":audit2 --input-dataset=:ds --static=:page.html",
            ":audit2 --input-dataset=:ds --annotator=ann --judge=nobody --static=:page.html"),
        row(
            "judge",
            "scores.csv",
            "",
            ":audit2 --input-dataset=:ds --server=http://127.0.0.1:9/v1 --model=m"
                + " --out=:scores.csv"),
        row(
            "train",
            "run",
            "",
            TINY
                + "--config="
                + TinyRuns.file()
                + " --set=train.learning_rate=1e30 --set=train.warmup=0 --out=:run"),
        row(
            "export",
            "model",
            ":run --out=:model",
            ":run --checkpoint=:not.safetensors --out=:model"),
        row("tell", "told.json", "", "--model=:em --input-dataset=:ds --out=:told.json"),
        row(
            "data convert",
            "converted",
            ":ds --out=:converted",
            ":half --plan=:plan --out=:converted"),
        row(
            "data generate scenes",
            "ds2",
            "--count=4 --out=:ds2",
            "--count=2000000 --captions-per-image=5 --out=:ds2"),
        row("data taxonomy", "kinds.tsv", "", "--wordnet=:not.json --out=:kinds.tsv"),
        row("data check", "check.html", ":em --html=:check.html", ":ds --html=:check.html"),
        row("data inspect", "look.html", ":ds --html=:look.html", ":not.json --html=:look.html"),
        row(
            "eval captions",
            "c.json",
            "",
            "--predictions=:not.json --references=:not.json --out=:c.json"),
        row(
            "eval vqa",
            "v.json",
            "",
            "--predictions=:not.json --questions=:not.json --out=:v.json"),
        row(
            "eval nlvr",
            "n.json",
            "",
            "--predictions=:not.json --statements=:not.json --out=:n.json"),
        row(
            "eval datacomp",
            "dc",
            "--data-dir=:sets --tasks=retrieval/flickr* --output-dir=:dc" + MODEL,
            "--data-dir=:badsets --tasks=retrieval/flickr* --output-dir=:dc" + MODEL),
        row(
            "eval retrieval",
            "er",
            "--input-dataset=:ds --output-dir=:er" + MODEL,
            "--input-dataset=:broken.csv --output-dir=:er" + MODEL),
        row(
            "eval compositional",
            "co",
            "--suite=:items.csv --input-dataset=:ds --output-dir=:co" + MODEL,
            "--suite=:broken.csv --output-dir=:co" + MODEL),
        row("eval compare", "pair.json", "", ":right.csv :not.json --out=:pair.json"),
        row("eval report", "report", ":dc --output-dir=:report", ":dc :em --output-dir=:report"),
        row("finetune retrieval", "fr", "", finetune + "fr --set=train.learning_rate=1e30"),
        row("finetune vqa", "fv", "", finetune + "fv " + tuned),
        row("finetune nlvr", "fn", "", finetune + "fn " + tuned),
        row(
            "finetune assignment",
            "fa",
            finetune + "fa",
            finetune + "fa --set=train.learning_rate=1e30 --set=train.warmup=0"),
        row("finetune language", "fl", "", finetune + "fl " + tuned),
        row("reproduce scenes", "cs", "", "--config=:not.json --out=:cs"),
        row("reproduce photographs", "cp", "", "--data=:not.json --out=:cp"),
        row("reproduce coco", "cc", "", "--config=:not.json --out=:cc"));
  }

  private static Row row(String command, String output, String right, String wrong) {
    return new Row(command, output, right, wrong);
  }

  @BeforeAll
  static void make() throws IOException {
    bench = new Workbench(folder);
    bench.made("data generate scenes --count=24 --samples-per-shard=12 --out=:ds");
    bench.made("embed --input-dataset=:ds --out=:em" + MODEL);
    bench.made("mine " + MINE.formatted("p/").replace(":op", ":plan") + "em");
    bench.made("audit-fn --input-dataset=:ds --embeddings=:em --out=:audit2");
    bench.made("train" + TINY + "--method=uniform --config=" + TinyRuns.file() + " --out=:run");
    copy("em", "damaged");
    damage("damaged/text_emb", "damaged");
    copy("plan", "damaged-plan");
    damage("damaged-plan", "damaged-plan");
    copy("ds", "half");
    byte[] second = Files.readAllBytes(folder.resolve("half/00001.tar"));
    Arrays.fill(second, (byte) 'x');
    Files.write(folder.resolve("half/00001.tar"), second);
    for (String sets : List.of("sets", "badsets")) {
      Path flickr =
          Files.createDirectories(
              folder.resolve(sets + "/wds_flickr_1k_test_image_text_retrieval_test/test"));
      Files.copy(
          folder.resolve(sets.equals("sets") ? "ds/00000.tar" : "half/00001.tar"),
          flickr.resolve("0.tar"));
      Files.writeString(flickr.resolve("nshards.txt"), "1\n");
    }
    Files.writeString(folder.resolve("right.csv"), "item,right\na,1\n");
    Files.writeString(
        folder.resolve("items.csv"),
        "image,caption,negative_caption\ntrain-0000000,a red circle,a blue square\n");
    Files.writeString(folder.resolve("broken.csv"), "image,caption\nmissing.png,a\n");
    Files.writeString(folder.resolve("strangers.csv"), "image_key,text_key\nx,y\n");
    Files.writeString(folder.resolve("not.json"), "{");
    Files.writeString(folder.resolve("not.safetensors"), "text");
  }

  private static void copy(String from, String to) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(from))) {
      for (Path file : files.toList()) {
        Path target = folder.resolve(to).resolve(folder.resolve(from).relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  /** Changes the largest file below a folder. */
  private static void damage(String below, String otherwise) throws IOException {
    Path root = folder.resolve(Files.exists(folder.resolve(below)) ? below : otherwise);
    try (Stream<Path> files = Files.walk(root)) {
      Path largest =
          files
              .filter(file -> file.toString().matches(".*\\.(arrow|parquet)"))
              .max(Comparator.comparing(file -> file.toFile().length()))
              .orElseThrow();
      byte[] bytes = Files.readAllBytes(largest);
      Arrays.fill(bytes, bytes.length / 4, bytes.length / 2, (byte) 7);
      Files.write(largest, bytes);
    }
  }

  @Test
  void everyCommandWithAnOutputIsHere() {
    Set<String> commands =
        rows().stream().map(Row::command).collect(Collectors.toCollection(TreeSet::new));

    assertThat(commands).isEqualTo(OutputsTest.commands());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aRunThatFailsLeavesTheEarlierOutput(Row row) throws IOException {
    if (!row.right().isEmpty()) {
      bench.made(row.command() + " " + row.right());
    }
    Path output = folder.resolve(row.output());
    if (!Files.exists(output)) { // an earlier file of the name is all that these need
      Files.writeString(output, "earlier");
    }
    Map<String, String> before = content(output);

    Cli.Result failed = bench.falcon(row.command() + " " + row.wrong() + " --overwrite");

    assertThat(failed.exitCode()).as(failed.output() + failed.errors()).isIn(1, 2);
    assertThat(failed.errors()).isNotEmpty();
    assertThat(content(output)).as(failed.errors()).isEqualTo(before);
  }

  /** Every file of an output, but for what a later run with the same options resumes from. */
  private static Map<String, String> content(Path output) throws IOException {
    Map<String, String> content = new TreeMap<>();
    Set<String> resumed = Set.of(".new", ".cache", "pairs.parquet.work", ".lock");
    try (Stream<Path> all = Files.walk(output)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        Path name = output.relativize(path);
        if (!resumed.contains(name.getName(0).toString())) {
          content.put(name.toString(), Sha256.of(path));
        }
      }
    }
    return content;
  }
}
