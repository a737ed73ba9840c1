// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.internal.option.WrittenFiles;
import dev.falcon.data.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** No command removes or replaces what it has not made, nor what it reads. */
class OutputsTest {
  /** The options that name what is read, of all commands or of one. All others name an output. */
  private static final Set<String> INPUTS =
      Set.of(
          ("--against --answers --calibrate-on --captions-from --checkpoint --classes --clip-model"
                  + " --compare --comparison --config --corpus --data --data-dir --embeddings --from"
                  + " --held --held-images --image-root --images --input --input-dataset --judge"
                  + " --language-model --merge --meteor-jar --model --negatives --pairs --plan"
                  + " --positives --predictions --qrels --queries --questions --references --scheduler"
                  + " --spice-jar --statements --taxonomy --templates --test --test-images --train"
                  + " --truth --veto --wordnet")
              .split(" "));

  private static final String READ_HERE = "audit-fn --labels";

  /** The labels of options that take a path as text. */
  private static final Set<String> PATHS =
      Set.of("FILE", "DIR", "RUN", "STORE", "DATASET", "OUTPUT", "AUDIT", "PATH", "YAML");

  /** The commands whose output is one file. */
  private static final Set<String> FILES =
      Set.of(
          "judge",
          "lists",
          "merge",
          "tell",
          "data taxonomy",
          "eval captions",
          "eval compare",
          "eval vqa",
          "eval nlvr");

  /** Names that Falcon's own files have, with the content of others. */
  private static final List<String> FOREIGN =
      List.of(
          "thesis.txt",
          "00000.tar",
          "00000.parquet",
          "part-00000.arrow",
          "part-00000.parquet",
          "part-00000.json",
          "plan.json",
          "request.json",
          "store.json",
          "store.unfinished.json",
          "tasks.json",
          "conversion.json",
          "conversion.journal",
          "scenes.json",
          "photographs.json",
          "run.json",
          "config.yaml",
          "config.json",
          "training.yaml",
          "metrics.jsonl",
          "result.json",
          "audit.json",
          "pairs.parquet",
          "retrieval.json",
          "suite.json",
          "items.parquet",
          "eval_results.jsonl",
          "results.csv",
          "report.md",
          "report.html",
          "comparison.json",
          "rejects.parquet",
          ".lock",
          ".cache/rows-0.txt",
          ".check/x",
          ".work/x",
          "_attempts/x",
          "unfinished/x",
          "parts/part-00000",
          "pairs.parquet.work/x",
          "checkpoints/step-0000001.safetensors",
          "runs/uniform/seed-1/config.yaml",
          "photographs/train/00000.parquet",
          "images/train-0000000.png",
          "truth/pairs.parquet",
          "onnx/image_encoder.onnx",
          "order.parquet",
          "claims.json",
          "truth.jsonl");

  @TempDir private static Path made;
  @TempDir private Path scratch;

  private Path foreign;

  /**
   * A way to call a command.
   *
   * @param option that names the output
   * @param words with {@code {o}} for the output, and names of what was made in braces
   * @param input what is read, in the place of the output: it must be refused
   */
  private record Call(String command, String option, String words, String input) {
    boolean isOfAFile() {
      return FILES.contains(command) || !option.startsWith("--out");
    }

    /** Returns whether the option names a cache, which lies in any folder. */
    boolean isOfACache() {
      return option.equals("--cache");
    }

    @Override
    public String toString() {
      return command + " " + option;
    }
  }

  /** A row for every output of every command. */
  private static List<Call> calls() {
    String vqa = "--questions={d}/questions.json";
    String tiny =
        "--preset=scenes-tiny --set=train.epochs=1 --config={tiny} --out={s}/run --cache={o}";
    String cached =
        "--checkpoint={run} --preset=scenes-tiny --set=threads=1 --out={s}/r --cache={o}";
    String tuned = "--preset=scenes-tiny --set=threads=1 --out={o}";
    return List.of(
        call("mine --out", "--embeddings={em} --quantiles=1 --out={o}/", "{em}"),
        call("mine --html", "--embeddings={em} --quantiles=1 --out={s}/p.csv --html={o}", "{em}"),
        call("lists --out", "--direction=image-text --embeddings={em} --out={o}", "{em}"),
        call(
            "lists --html",
            "--direction=image-text --embeddings={em} --out={s}/n.csv --html={o}",
            "{em}"),
        call(
            "lists --candidates",
            "--direction=image-text --embeddings={em} --depth=3"
                + " --out={s}/n.jsonl --candidates={o}",
            "{em}"),
        call(
            "lists --batches",
            "--direction=image-text --embeddings={em} --out={s}/n.jsonl"
                + " --batch-size=2 --batches={o}",
            "{em}"),
        call("merge --out", "{plan} --out={o}", "{plan}/part-00000.parquet"),
        call("audit-fn --out", "--input-dataset={ds} --embeddings={em} --out={o}", "{ds}"),
        call("audit-fn --write-veto", "--embeddings={em} --pairs={csv} --write-veto={o}", "{csv}"),
        call("audit-fn --write-positives", "--pairs={csv} --write-positives={o}", "{csv}"),
        call(
            "audit-fn --junit",
            "--pairs={csv} --out={s}/audit --require=hardest<=1 --junit={o}",
            "{csv}"),
        call(
            "eval report --junit",
            "{data} --output-dir={s}/report --require=average>=0 --junit={o}",
            "{data}"),
        call("label --static", "{au} --input-dataset={ds} --static={o}", "{au}"),
        call("label --labels", "{au} --input-dataset={ds} --result --labels={o}", "{em}"),
        call(
            "judge --out",
            "{au} --input-dataset={ds} --server=http://127.0.0.1:9/v1 --model=m --out={o}",
            "{au}"),
        call("embed --out", "--input-dataset={ds} --model={m} --out={o}", "{ds}"),
        call(
            "train --out",
            "--preset=scenes-tiny --set=data.train={ds} --set=data.held={ds}"
                + " --set=start.image_encoder=random --out={o}",
            "{ds}"),
        call("train --cache", tiny, "{ds}"),
        call("export --out", "{run} --out={o}", "{run}"),
        call("tell --out", "--model={m} --input-dataset={csv} --out={o}", "{csv}"),
        call("data convert --out", "{ds} --out={o}", "{ds}"),
        call("data generate scenes --out", "--count=2 --out={o}", "{csv}"),
        call("data taxonomy --out", "--wordnet={csv} --out={o}", "{csv}"),
        call("data check --html", "{em} --html={o}", "{em}"),
        call("data inspect --html", "{csv} --html={o}", "{csv}"),
        call("eval captions --out", "--predictions={csv} --references={csv} --out={o}", "{csv}"),
        call("eval vqa --out", "--predictions={csv} " + vqa + " --out={o}", "{csv}"),
        call("eval nlvr --out", "--predictions={csv} --statements={csv} --out={o}", "{csv}"),
        call(
            "eval datacomp --output-dir",
            "--model={m} --data-dir={data} --output-dir={o}",
            "{data}"),
        call("eval retrieval --output-dir", "--input-dataset={ds} --output-dir={o}", "{ds}"),
        call(
            "eval compositional --output-dir",
            "--suite={data}/items.csv --model={m} --output-dir={o}",
            "{data}"),
        call(
            "eval compare --out",
            "{data}/right.csv {data}/right.csv --out={o}",
            "{data}/right.csv"),
        call(
            "eval compare --html",
            "{data}/right.csv {data}/right.csv --html={o}",
            "{data}/right.csv"),
        call(
            "eval compare --junit",
            "{data}/right.csv {data}/right.csv --require=rows>=0 --junit={o}",
            "{data}/right.csv"),
        call("eval report --output-dir", "{data} --output-dir={o}", "{data}"),
        call("finetune retrieval --out", "--checkpoint={run} " + tuned, "{run}"),
        call("finetune retrieval --cache", cached, "{run}"),
        call("finetune vqa --out", "--checkpoint={run} " + tuned, "{run}"),
        call("finetune vqa --cache", cached, "{run}"),
        call("finetune nlvr --out", "--checkpoint={run} " + tuned, "{run}"),
        call("finetune nlvr --cache", cached, "{run}"),
        call("finetune assignment --out", "--checkpoint={run} " + tuned, "{run}"),
        call("finetune assignment --cache", cached, "{run}"),
        call("finetune language --out", "--checkpoint={run} " + tuned, "{run}"),
        call("finetune language --cache", cached, "{run}"),
        call("reproduce scenes --out", "--quick --out={o}", "{data}"),
        call("reproduce photographs --out", "--data={data} --out={o}", "{data}"),
        call("reproduce coco --out", "--config={data}/c.yaml --out={o}", "{data}"));
  }

  /** The names of all commands that have an output. */
  static Set<String> commands() {
    return calls().stream().map(Call::command).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Call call(String what, String words, String input) {
    int space = what.lastIndexOf(' ');
    return new Call(what.substring(0, space), what.substring(space + 1), words, input);
  }

  @BeforeAll
  static void make() throws IOException {
    Path ds = made.resolve("ds");
    launched("data generate scenes --count=24 -q --out=" + ds);
    String model = System.getProperty("falcon.home") + "/onnx-models/scenes-tiny";
    launched("embed -q --input-dataset=" + ds + " --model=" + model + " --out=" + made + "/em");
    String mined = "mine -q --quantiles=1 --search-space=24 --batch-size=8 --embeddings=";
    launched(mined + made + "/em --out=" + made + "/plan/");
    launched(
        "train -q --preset=scenes-tiny --set=train.epochs=1 --config="
            + TinyRuns.file()
            + " --out="
            + made.resolve("run"));
    launched(
        "audit-fn -q --input-dataset="
            + ds
            + " --embeddings="
            + made
            + "/em --out="
            + made
            + "/audit");
    Files.writeString(made.resolve("list.csv"), "image,caption\na.png,a\n");
    Files.createDirectories(made.resolve("data"));
    Files.writeString(made.resolve("data/c.yaml"), "preset: scenes-tiny\n");
    Files.writeString(made.resolve("data/right.csv"), "item,right\na,1\nb,0\n");
    Files.writeString(
        made.resolve("data/items.csv"), "image,caption,negative_caption\na.png,a,b\n");
  }

  private static void launched(String words) {
    Cli.Result result = Cli.launch((Object[]) words.split(" ", -1));
    assertThat(result.exitCode()).as(words + ": " + result.errors()).isZero();
  }

  @BeforeEach
  void layOut() throws IOException {
    foreign = scratch.resolve("foreign");
    for (String name : FOREIGN) {
      Path file = foreign.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "{\"years\": \"of work on " + name + "\"}");
    }
  }

  @Test
  void everyOutputOfEveryCommandHasACall() {
    Set<String> there = new TreeSet<>();
    collect(FalconCommand.whole(), there);
    Set<String> called = new TreeSet<>();
    calls().forEach(call -> called.add(call.toString()));

    assertThat(called).isEqualTo(there);
  }

  private static void collect(CommandLine command, Set<String> outputs) {
    String name = command.getCommandSpec().qualifiedName().replaceFirst("^falcon ?", "");
    Set<String> called = new TreeSet<>();
    calls().forEach(call -> called.add(call.toString()));
    for (OptionSpec option : command.getCommandSpec().options()) {
      List<String> names = List.of(option.names());
      if (isAPath(option)
          && names.stream()
              .noneMatch(each -> INPUTS.contains(each) || READ_HERE.equals(name + " " + each))) {
        outputs.add(
            names.stream()
                .map(each -> name + " " + each)
                .filter(called::contains)
                .findFirst()
                .orElse(name + " " + names.get(0)));
      }
    }
    command.getSubcommands().values().forEach(each -> collect(each, outputs));
  }

  /** Returns whether an option takes a path, as such or as text. */
  private static boolean isAPath(OptionSpec option) {
    return option.type() == Path.class
        || List.of(option.auxiliaryTypes()).contains(Path.class)
        || PATHS.contains(option.paramLabel());
  }

  @ParameterizedTest
  @MethodSource("calls")
  void aFolderOfOtherFilesIsRefusedAndUntouched(Call call) throws IOException {
    Map<String, String> before = content(foreign);
    for (List<String> more : List.of(List.<String>of(), List.of("--overwrite"))) {
      Cli.Result result = launch(call, foreign.toString(), more);

      if (call.isOfACache()) {
        assertThat(content(foreign)).containsAllEntriesOf(before);
        continue;
      }
      assertThat(content(foreign)).as(result.errors()).isEqualTo(before);
      assertThat(result.exitCode()).as(result.errors()).isEqualTo(2);
      assertThat(result.errors()).contains(foreign.toString()).doesNotContain("bug in Falcon");
    }
  }

  @ParameterizedTest
  @MethodSource("calls")
  void filesBesideTheOutputStay(Call call) throws IOException {
    if (!call.isOfAFile()) {
      return; // a folder holds nothing else
    }
    Map<String, String> before = content(foreign);
    launch(call, foreign.resolve("new.csv").toString(), List.of("--overwrite"));

    assertThat(content(foreign)).containsAllEntriesOf(before);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void anEmptyNameIsRefused(Call call) {
    Cli.Result result = launch(call, "", List.of());

    assertThat(result.exitCode()).as(result.errors()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void inputsAreNeverOutputs(Call call) throws IOException {
    if (call.command().equals("data generate scenes") || call.isOfACache()) {
      return; // reads nothing, or adds files of its own alone
    }
    Map<String, String> before = content(made);
    for (List<String> more : List.of(List.<String>of(), List.of("--overwrite"))) {
      Cli.Result result = launch(call, filled(call.input()), more);

      assertThat(content(made)).as(result.errors()).isEqualTo(before);
      assertThat(result.exitCode()).as(result.errors()).isEqualTo(2);
    }
  }

  /** All pairs of outputs of a command, and of an output and a file that it reads. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mine --quantiles=1 --embeddings={em} --out={s}/a.csv --html={s}/a.csv | by --out and by"
            + " --html",
        "{lists} --out={s}/a.parquet --candidates={s}/a.parquet | by --out and by --candidates",
        "{lists} --out={s}/a.parquet --batches={s}/../{n}/a.parquet --batch-size=2 | by --out and"
            + " by",
        "{lists} --out={s}/a.parquet --batch-size=2 --batches={s}/a.parquet.json | is the record"
            + " that",
        "{lists} --out={s}/a.parquet --batch-size=2 --batches={s}/b.txt | names no table format",
        "{lists} --out={s}/a.parquet --candidates={s}/b.txt | names no table format",
        "audit-fn --pairs={csv} --out={s}/o --write-veto={s}/v.csv --write-positives={s}/v.csv | by"
            + " --write-veto",
        "judge {au} --input-dataset={ds} --server=http://127.0.0.1:9/v1 --model=m --prompt={csv}"
            + " --out={csv} --overwrite | is read; name another file",
        "eval report {data}/c.yaml --output-dir={s}/r --require=average>=0 --junit={data}/c.yaml |"
            + " is read; name another",
      })
  void outputsAreApart(String command, String message) throws IOException {
    Map<String, String> before = content(made);
    String lists = "lists --direction=image-text --depth=3 --embeddings={em}";
    String filled =
        filled(command.replace("{lists}", lists).replace("{n}", "" + scratch.getFileName()));
    Cli.Result result = Cli.launch((Object[]) filled.split(" ", -1));

    assertThat(result.exitCode()).as(result.errors()).isEqualTo(2);
    assertThat(result.errors()).contains(message).hasLineCount(1);
    assertThat(content(made)).isEqualTo(before);
    assertThat(scratch.toFile().list()).containsExactly("foreign");
  }

  @Test
  void theOptionsThatNameOutputsAreKnown() {
    Set<String> named =
        calls().stream()
            .filter(call -> !call.isOfACache() && !call.option().equals("--labels"))
            .map(Call::option)
            .collect(Collectors.toSet());

    assertThat(named).isEqualTo(WrittenFiles.OPTIONS);
  }

  @Test
  void aTaskDoesNotMineIntoAStore() throws IOException {
    Map<String, String> before = content(made);
    String mine = "mine --quantiles=1 --search-space=24 --batch-size=8 --shard=0/1 --overwrite";
    for (String store : List.of("/em", "/ds")) {
      Cli.Result result =
          Cli.launch(
              (Object[])
                  (mine + " --embeddings=" + made + "/em --out=" + made + store).split(" ", -1));

      assertThat(result.exitCode()).as(result.errors()).isEqualTo(2);
      assertThat(content(made)).isEqualTo(before);
    }
  }

  private Cli.Result launch(Call call, String output, List<String> more) {
    List<Object> words = new ArrayList<>(List.of(call.command().split(" ", -1)));
    for (String word : call.words().split(" ", -1)) {
      words.add(
          filled(word.replace(output.isEmpty() ? "{o}/" : "{o}", output).replace("{o}", output)));
    }
    words.addAll(more);
    return Cli.launch(words.toArray());
  }

  private String filled(String word) {
    return word.replace("{tiny}", TinyRuns.file().toString())
        .replace("{au}", made + "/audit")
        .replace("{em}", made + "/em")
        .replace("{ds}", made + "/ds")
        .replace("{run}", made + "/run")
        .replace("{plan}", made + "/plan")
        .replace("{data}", made + "/data")
        .replace("{csv}", made + "/list.csv")
        .replace("{d}", made.toString())
        .replace("{s}", scratch.toString())
        .replace("{m}", System.getProperty("falcon.home") + "/onnx-models/scenes-tiny");
  }

  /** Every file and folder below one, with digests of the files. */
  private static Map<String, String> content(Path root) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      all.forEach(
          path ->
              content.put(
                  root.relativize(path).toString(),
                  Files.isDirectory(path) ? "folder" : Sha256.of(path)));
    }
    return content;
  }
}
