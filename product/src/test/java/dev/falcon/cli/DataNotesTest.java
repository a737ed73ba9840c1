// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** A note about data comes from the data, and so from every command that reads them. */
class DataNotesTest {
  private static final String NOTE =
      "note: 12 caption files with line breaks, first that of '00'; if these are separate captions,"
          + " read each line as one (--caption-lines each)";

  /** Commands that read the data of a store as the command that made it. */
  private static final List<String> OF_STORES = List.of("lists", "mine");

  /** Commands whose data are read only with a model or a server that a test does not have. */
  private static final List<String> UNTESTED = List.of("judge", "tell");

  @TempDir private Path folder;

  private Map<String, String> commands() {
    String model = " --model " + Workbench.MODEL;
    Map<String, String> commands = new TreeMap<>();
    commands.put("data inspect", ":in");
    commands.put("data convert", ":in --out :converted");
    commands.put("embed", "--input-dataset :in --out :again" + model);
    commands.put("eval retrieval", "--input-dataset :in" + model);
    commands.put("eval compositional", "--suite :suite.csv --input-dataset :in" + model);
    commands.put("eval compare", ":before.csv :after.csv --html :compare.html --input-dataset :in");
    commands.put("data check", ":store --input-dataset :in --html :check.html");
    commands.put(
        "mine",
        "--embeddings :store --input-dataset :in --html :plan.html --out :plan.parquet"
            + " --search-space 12 --batch-size 4");
    commands.put("audit-fn", "--embeddings :store --input-dataset :in --draw-only --out :audit");
    commands.put(
        "lists",
        "--embeddings :store --corpus --direction text-image --num-negatives 2 --input-dataset :in"
            + " --html :lists.html --out :lists.parquet");
    commands.put("label", ":audit --input-dataset :in --static :label.html");
    return commands;
  }

  private Workbench data() throws IOException {
    Path in = Files.createDirectory(folder.resolve("in"));
    Scenes world = new Scenes(ScenesConfig.standard());
    for (int i = 0; i < 12; i++) {
      String name = i < 10 ? "0" + i : "" + i;
      Files.write(in.resolve(name + ".png"), world.png(Split.TRAIN, i));
      String caption = world.captions(Split.TRAIN, i).get(0).text();
      Files.writeString(in.resolve(name + ".txt"), caption + "\n" + caption);
    }
    Files.writeString(
        folder.resolve("suite.csv"), "image,caption,negative_caption\n03,a square,a circle\n");
    Files.writeString(folder.resolve("before.csv"), "item,image,right\na,00,0\n");
    Files.writeString(folder.resolve("after.csv"), "item,image,right\na,00,1\n");
    return new Workbench(folder);
  }

  @Test
  void everyCommandThatReadsDataSaysTheSame() throws IOException {
    Workbench bench = data();
    bench.made("embed --input-dataset :in --out :store --model " + Workbench.MODEL);
    List<String> order = new ArrayList<>(commands().keySet()); // an audit comes before its labels
    for (String command : order) {
      Cli.Result result = bench.falcon(command + " " + commands().get(command) + " --quiet");
      // A check and a comparison read only the samples that they show.
      List<String> said =
          result
              .errors()
              .lines()
              .map(line -> line.replace("1 caption file ", "12 caption files "))
              .toList();
      if (OF_STORES.contains(command)) {
        assertThat(said).as(command).doesNotContain(NOTE);
      } else {
        assertThat(said).as(command).contains(NOTE);
      }
      assertThat(result.exitCode()).as(command + ": " + result.errors()).isZero();
    }
  }

  @Test
  void theAdviceCanBeFollowed() throws IOException {
    Workbench bench = data();
    for (String command : List.of("eval compositional", "eval compare")) {
      Cli.Result result =
          bench.falcon(command + " " + commands().get(command) + " --caption-lines each --quiet");
      assertThat(result.errors()).as(command).doesNotContain("note: ");
      assertThat(result.exitCode()).as(command + ": " + result.errors()).isZero();
    }
    Set<String> reading = new TreeSet<>();
    addTaking(FalconCommand.whole(), "", List.of("--input-dataset"), reading);
    for (String flag : List.of("--caption-lines", "--key-col", "--shard-keys")) {
      Set<String> taking = new TreeSet<>();
      addTaking(FalconCommand.whole(), "", List.of(flag), taking);
      taking.addAll(OF_STORES);
      assertThat(taking).as(flag).containsAll(reading);
    }
  }

  @Test
  void dataAreReadAsTheRecordOfTheirStoreSays() throws IOException {
    Workbench bench = data();
    StringBuilder rows = new StringBuilder("id,code,file_name,words\n");
    for (int i = 0; i < 12; i++) {
      String file = (i < 10 ? "0" + i : "" + i) + ".png";
      rows.append(i + 100)
          .append(",c")
          .append(i)
          .append(',')
          .append(file)
          .append(",shape ")
          .append(i)
          .append('\n');
    }
    Files.writeString(folder.resolve("pairs.csv"), rows);
    String named = " --key-col code --caption-col words";
    String data = " --input-dataset :pairs.csv --image-root :in";
    bench.made("embed --out :store --model " + Workbench.MODEL + data + named);
    List<String> pages =
        List.of(
            "data check :store --html :page.html",
            "mine --embeddings :store --search-space 12 --batch-size 4 --exclude none"
                + " --html :page.html --out :plan.parquet",
            "lists --embeddings :store --direction text-image --num-negatives 2 --exclude none"
                + " --html :page.html --out :lists.parquet",
            "audit-fn --embeddings :store --draw-only --out :audit",
            "label :audit --static :page.html");
    for (String command : pages) {
      Cli.Result result = bench.falcon(command + data + " --quiet");
      assertThat(result.exitCode()).as(command + ": " + result.errors()).isZero();
      if (command.contains("page.html")) {
        assertThat(folder.resolve("page.html")).content().contains("data:image/");
        Files.delete(folder.resolve("page.html"));
      }
    }
    for (String command : pages.subList(1, 3)) {
      String onto = command.replaceFirst("--out :[a-z]+.parquet", "--overwrite --out :pairs.csv");
      assertThat(bench.falcon(onto + data).errors()).contains("pairs.csv: is read; name another");
    }
    assertThat(folder.resolve("pairs.csv")).hasContent(rows.toString());
    assertThat(
            bench
                .falcon(pages.get(1).replace("plan.parquet", "p.csv --output-format jsonl"))
                .errors())
        .contains("p.csv: must end with .jsonl, since the page reads it again");
    assertThat(
            Json.mapper()
                .readTree(folder.resolve("audit/audit.json").toFile())
                .at("/provenance/options/key-col")
                .asText())
        .isEqualTo("code");
    assertThat(bench.falcon(pages.get(0) + data + " --key-col id").errors())
        .contains("pairs.csv does not hold, the first 'c0'");
  }

  @Test
  void trainingDataAreReadByTheSameFlags() throws IOException {
    Workbench bench = data();
    Files.writeString(
        folder.resolve("files.csv"), "image,caption,negative_caption\n03.png,a square,a circle\n");
    Files.writeString(
        folder.resolve("train.csv"), "code,file_name,words\n03,in/03.png,a\nz,in/04.png,b\n");
    String line =
        "eval compositional --suite :files.csv --image-root :in --trained-on :train.csv --model "
            + Workbench.MODEL;
    assertThat(bench.falcon(line + " --key-col nope").errors()).contains("'nope'");
    Cli.Result result = bench.falcon(line + " --key-col code --caption-col words");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    Files.writeString(folder.resolve("names.txt"), "03\n");
    String list = line.replace(":train.csv", ":names.txt");
    assertThat(bench.falcon(list + " --key-col code").errors())
        .contains("names.txt: is no dataset; omit --key-col");
  }

  @Test
  void theResultForProgramsHoldsTheNotes() throws IOException {
    Cli.Result result = data().falcon("data inspect :in --json --quiet");
    assertThat(Json.mapper().readTree(result.output()).get("warnings"))
        .extracting(JsonNode::asText)
        .contains(NOTE.replaceFirst("note: ", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "data inspect :in, 'cannot be read; most often: '",
    "data convert :in --out :converted, 'rows rejected: 1, listed in '",
    "embed --input-dataset :in --out :store --model ONNX, 'rows rejected: 1, listed in '",
    "eval retrieval --input-dataset :in --model ONNX, 'samples rejected: 1; the first: 03: '"
  })
  void rejectedRowsAreReportedOnce(String command, String words) throws IOException {
    Workbench bench = data();
    Files.write(folder.resolve("in/03.png"), new byte[0]);
    String line = command.replace("ONNX", Workbench.MODEL.toString()) + " --quiet";
    Cli.Result json = bench.falcon(line + " --json");
    assertThat(Json.mapper().readTree(json.output()).get("warnings"))
        .filteredOn(warning -> warning.asText().matches(".*(cannot be read|rejected:).*"))
        .singleElement()
        .asString()
        .contains(words);
    Cli.Result text = bench.falcon(line + (command.contains("--out") ? " --overwrite" : ""));
    assertThat((text.output() + text.errors()).lines())
        .filteredOn(said -> said.matches("(note|warning): .*(cannot be read|rejected:).*"))
        .singleElement()
        .asString()
        .contains(words);
  }

  @Test
  void noCommandThatReadsDataIsForgotten() {
    Set<String> reading = new TreeSet<>();
    addTaking(FalconCommand.whole(), "", List.of("--input-dataset", "--caption-lines"), reading);
    Set<String> known = new TreeSet<>(commands().keySet());
    known.addAll(UNTESTED);
    assertThat(reading).containsExactlyElementsOf(known);
  }

  /** Adds the commands that have one of some flags. */
  private static void addTaking(
      CommandLine command, String name, List<String> flags, Set<String> taking) {
    command
        .getSubcommands()
        .forEach((word, sub) -> addTaking(sub, (name + " " + word).strip(), flags, taking));
    if (flags.stream().anyMatch(flag -> command.getCommandSpec().findOption(flag) != null)) {
      taking.add(name);
    }
  }

  @Test
  void keysOfOtherDataAreRefusedBeforeAnyWork() throws IOException {
    Workbench bench = data();
    bench.made("embed --input-dataset :in --out :store --model " + Workbench.MODEL);
    String other = " --input-dataset scenes:test,count=3 --html :page.html";
    for (String command :
        List.of(
            "data check :store" + other,
            "mine --embeddings :store --search-space 12 --batch-size 4 --out :p.parquet" + other)) {
      Cli.Result result = bench.falcon(command);
      assertThat(result.exitCode()).as(command).isEqualTo(2);
      assertThat(result.errors())
          .contains("has rows with keys that scenes:test does not hold, the first '00'")
          .contains("name the data that the store was made of");
      assertThat(folder.resolve("p.parquet")).doesNotExist();
    }
  }
}
