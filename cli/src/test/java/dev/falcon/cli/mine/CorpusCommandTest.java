// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import dev.falcon.data.npy.NpyType;
import dev.falcon.data.npy.NpyWriter;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.constraint.OwnReliability;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists from a whole corpus on the command line: pages, and what can never be mined. */
class CorpusCommandTest {
  private static final int DIMENSION = 8;

  @TempDir private Path folder;

  @BeforeEach
  void layOut() throws IOException {
    WordStore.write(folder.resolve("store"), 40, DIMENSION);
    WordStore.write(folder.resolve("small"), 10, 4);
    texts();
    file("queries-unknown.tsv", "k0\tk3\t1", "nobody\tk4\t1", "k1\tnobody\t1");
    file("none-known.tsv", "q\tp\t1");
    file("self.tsv", "k0\tk0\t1", "k0\tk3\t1");
    file("judge.csv", "query_key,corpus_key,score", "k0,k5,0.5");
    file("nan.csv", "query_key,corpus_key,score", "k0,k5,NaN");
    file("two.csv", "query_key,corpus_key,score", "k0,k5,0.5", "k0,k5,0.25");
    file("images.csv", "image_key,text_key,score", "k4,k0,0.5", "k8,k0,0.25", "k6,k0,0.75");
    file("samples.csv", "key_a,key_b", "k0,k5");
    file("five.tsv", "a b c d e");
    file("word.tsv", "k0\tk5\t1\nk1\tk5\tgood");
  }

  private void file(String name, String... lines) throws IOException {
    Files.write(folder.resolve(name), List.of(lines));
  }

  /** A folder of clip-retrieval's layout with one side. */
  private void texts() throws IOException {
    Path side = folder.resolve("texts").resolve("text_emb");
    Files.createDirectories(side);
    try (NpyWriter writer = new NpyWriter(side.resolve("text_emb_0.npy"), NpyType.FLOAT32, 8)) {
      for (int row = 0; row < 12; row++) {
        float[] vector = new float[DIMENSION];
        vector[row % DIMENSION] = 1;
        writer.append(vector, 0);
      }
    }
  }

  private Cli.Result mine(String flags) {
    List<Object> all = new ArrayList<>(List.of("lists", "--quiet"));
    if (!flags.contains("--embeddings")) {
      all.add("--embeddings=" + folder.resolve("store"));
    }
    for (String flag : flags.strip().replace("{d}", folder.toString()).split(" ", -1)) {
      all.add(flag);
    }
    return Cli.launch(all.toArray());
  }

  private Set<String> names() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return new TreeSet<>(files.map(Path::toString).toList());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--threads=1 | 2 | needs --direction: text-image, image-text",
        "--direction=up | 2 | direction must be text-image, image-text, text-text, image-image or"
            + " both; direction=up",
        "--corpus={d}/small --direction=text-text --positives={d}/self.tsv | 2 | of dimension 8,"
            + " {d}/small of dimension 4",
        "--direction=text-image --embeddings={d}/texts | 2 | texts: has no image vectors,"
            + " which direction text-image needs",
        "--corpus={d}/texts --direction=text-text | 2 | positives are needed where queries and"
            + " corpus are two stores",
        "--queries={d}/texts --direction=text-text | 2 | --queries and --embeddings both name the"
            + " store of the queries",
        "--direction=image-image | 2 | positives are needed for image-image",
        "--direction=text-text --depth=5 --range-min=5 | 2 | depth must exceed range-min"
            + " (5); depth=5",
        "--direction=text-text --depth=5 --range-max=6 | 2 | be at least range-max (6); depth=5",
        "--direction=text-text --depth=5 --range-min=2 --num-negatives=4 | 2 | 4 negatives"
            + " do not fit into the 3 ranks from range-min=2 to depth=5",
        "--direction=text-text --columns=flagembedding | 2 | lists.parquet: flagembedding"
            + " is not a table; name a file that ends in .jsonl",
        "--direction=text-text --depth=0 | 2 | depth must be at least 1; depth=0",
        "--direction=text-text --range-min=4 --range-max=6 --num-negatives=3 | 2 | 3"
            + " negatives do not fit into the 2 ranks",
        "--direction=text-text --num-negatives=0 | 2 | num-negatives",
        "--direction=text-text --max-score=1.5 | 2 | max-score is a cosine, in [-1, 1],"
            + " without a judge; max-score=1.5",
        "--direction=text-text --min-score=0.5 --max-score=0.4 | 2 | min-score must be at most"
            + " max-score",
        "--direction=text-text --judge={d}/judge.csv | 2 | a judge needs a depth",
        "--direction=text-text --depth=9 --judge={d}/nan.csv | 1 | nan.csv, row 0: its"
            + " score is NaN",
        "--direction=text-text --depth=9 --judge={d}/two.csv | 1 | two.csv: has two"
            + " scores, 0.5 and 0.25, of 'k0' and 'k5'",
        "--direction=text-text --depth=9 --judge={d}/samples.csv | 1 | samples.csv: a"
            + " judge's scores are a table query_key, corpus_key, score",
        "--direction=text-text --depth=9 --judge={d}/none.csv | 1 | none.csv",
        "--direction=text-text --positives={d}/none-known.tsv | 1 | none-known.tsv: no"
            + " pair with a score above 0 joins a query of {d}/store",
        "--direction=text-text --positives={d}/five.tsv | 1 | five.tsv, line 1: has 5 fields",
        "--direction=text-text --positives={d}/word.tsv | 1 | word.tsv, line 2: its score"
            + " is not a number: 'good'",
        "--direction=text-text --witness=0.5 | 2 | the second witness needs a depth",
        "--direction=text-image --witness=0.5 --depth=9 | 2 | the second witness compares"
            + " captions of one image",
        "--direction=text-text --witness=0 --depth=9 | 2 | witness must lie in (0, 1];"
            + " witness=0.0",
        "--direction=text-text --witness=1.5 --depth=9 | 2 | witness must lie in (0, 1];"
            + " witness=1.5",
        "--direction=both --positives={d}/self.tsv | 2 | self.tsv: pairs for both"
            + " directions must be a table image_key, text_key, not query_key",
        "--direction=both --depth=9 --judge={d}/judge.csv | 2 | judge.csv: pairs for both"
            + " directions must be a table image_key, text_key, not query_key",
        "--direction=both --from={d}/c.parquet | 1 | c.text-image.parquet",
        "--direction=text-text --depth=9 --judge={d}/images.csv | 1 | images.csv: a"
            + " judge's scores are a table query_key, corpus_key, score or, between images",
        "--direction=text-image --range-min=-1 | 2 | range-min must be at least 0 and less than"
            + " range-max; range-min=-1",
        "--direction=text-image --range-min=4 --range-max=4 | 2 | range-min must be at least 0"
            + " and less than range-max; range-min=4, range-max=4",
        "--direction=text-image --max-score=NaN | 2 | max-score and min-score are numbers",
        "--direction=text-image --min-score=-2 | 2 | min-score is a cosine, in [-1, 1],"
            + " without a judge; min-score=-2.0",
        "--direction=text-image --relative-margin=2 | 2 | relative-margin",
        "--direction=text-text --target-false=0 | 2 | target-false must lie in (0, 1);"
            + " target-false=0.0",
        "--direction=text-text --target-false=0.1 --target-by=luck | 2 | target-by must be one"
            + " of witness, relative-margin, range-min; target-by=luck",
        "--direction=text-text --target-false=0.1 --withhold=0 | 2 | target-false needs"
            + " withheld positives; withhold=0",
        "--direction=text-text --withhold=-1 | 2 | withhold must be at least 0; withhold=-1",
        "--direction=text-text --target-false=0.1 --target-by=witness | 2 | the second"
            + " witness needs a depth",
        "--direction=text-text --target-false=0.1 --relative-margin=0.1 | 2 |"
            + " relative-margin is chosen by target-false; omit it",
        "--direction=text-text --columns=flagembedding --texts | 2 |"
            + " flagembedding is the same with texts and without them; omit texts",
        "--direction=text-text --columns=tevatron --output-scores | 2 | tevatron"
            + " is the same with scores and without them; omit output-scores",
        "--direction=text-text --texts --image-path=a | 2 | lists with columns=triplet and"
            + " direction=text-text name no pictures by path; omit image-path",
        "--direction=text-image --image-path=a | 2 | lists with columns=triplet name no pictures",
        "--direction=text-text --columns=trec --output-format=csv | 2 |"
            + " --output-format is for layouts that are tables; columns=trec; omit it",
        "--direction=text-text --depth=9 --judge={d}/judge.csv --input-dataset={d}/x | 2 | a judge's"
            + " table of scores; omit it",
        "--direction=text-text --batches={d}/lists.parquet | 2 | lists.parquet: is named by"
            + " --batches and by --out; name two files",
        "--direction=text-text --batches={d}/b.csv --batch-size=1 | 2 | batch-size must"
            + " be at least 2; batch-size=1",
        "--direction=text-text --batches={d}/b.csv --most-shared=0 | 2 | most-shared=0",
        "--direction=text-text --exclude=near-image | 2 | --exclude does not know 'near-image'; it"
            + " takes same-image, same-caption, none",
        "--direction=text-text --max-score=Infinity | 2 | max-score must lie in [-1, 1]",
        "--direction=text-text --spark=local --shard=0/2 | 2 | --spark searches all parts; omit",
        "--direction=text-text --spark=local --relative-margin=0 --own-weight=auto | 2 | --spark"
            + " needs --own-weight to be a number",
        "--direction=text-text --own-weight=0.5 | 2 | --own-weight needs a margin; give"
            + " --relative-margin or --absolute-margin",
        "--direction=text-text --relative-margin=0.1 --own-weight=2 | 2 | own-weight must lie"
            + " in [0, 1]; own-weight=2.0",
        "--direction=text-text --candidates={d}/c.parquet | 2 | a file of candidates needs"
            + " a depth",
        "--direction=text-text --from={d}/judge.csv | 1 | judge.csv: is not a table of"
            + " candidates",
        "--direction=text-image --columns=flagembedding | 2 | flagembedding takes texts"
            + " alone; direction=text-image",
        "--direction=text-text --columns=unime --num-negatives=3 | 2 | unime needs an even"
            + " number of negatives",
        "--direction=text-image --texts | 2 | names pictures by their paths; give their path",
        "--direction=text-text --html={d}/out.html --shard=0/2 | 2 | --html shows whole"
            + " lists, not a task's share",
        "--direction=text-text --html={d}/lists.parquet | 2 | lists.parquet: is named by"
            + " --html and by --out; name two files",
        "--direction=text-text --memory=1k | 2 | 1"
      })
  void whatCanNeverBeMinedIsOneLineBeforeTheSearch(String flags, int exitCode, String message)
      throws IOException {
    Set<String> before = names();

    Cli.Result result = mine(flags + " --out=" + folder.resolve("lists.parquet"));

    assertThat(result.exitCode()).as(result.errors()).isEqualTo(exitCode);
    assertThat(result.output()).isEmpty();
    assertThat(result.errors())
        .contains(message.strip().replace("{d}", folder.toString()))
        .doesNotContain("\tat ")
        .hasLineCount(1);
    assertThat(names()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--quantiles=0.5",
        "--search-space=96",
        "--shuffle=all",
        "--level=batch",
        "--second-witness=0.5",
        "--output=batches"
      })
  void optionsOfBatchesAreNotThoseOfLists(String option) {
    Cli.Result result = mine("--direction=text-text " + option + " --out={d}/lists.parquet");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).startsWith("falcon lists: Unknown option: '" + option + "'");
    assertThat(folder.resolve("lists.parquet")).doesNotExist();
  }

  private JsonNode summary(String flags) throws IOException {
    Cli.Result result = mine(flags + " --out=" + folder.resolve("lists.parquet"));
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return Json.readTree(folder.resolve("lists.parquet.json")).path("summary");
  }

  private List<String> negatives() {
    List<String> negatives = new ArrayList<>();
    try (TableReader table = TableReader.open(folder.resolve("lists.parquet"))) {
      int negative = table.column(ColumnType.UTF8, "negative");
      while (table.next()) {
        negatives.add(table.isNull(negative) ? "" : table.getString(negative));
      }
    }
    return negatives;
  }

  @Test
  void positivesOfNobodyAndOfTheQueryItselfAreCounted() throws IOException {
    JsonNode unknown = summary("--direction=text-text --positives={d}/queries-unknown.tsv");
    assertThat(unknown.path("unknown_positives").asInt()).isEqualTo(2);
    assertThat(unknown.path("without_positives").asInt()).isEqualTo(39);
    JsonNode self = summary("--direction=text-text --positives={d}/self.tsv --overwrite");
    assertThat(self.path("self_positives").asInt()).isEqualTo(1);
    assertThat(self.at("/left_out/self").asInt()).isEqualTo(40);
    assertThat(self.at("/left_out/positive").asInt()).isEqualTo(1);
  }

  @Test
  void vetoesOfNobodyAreCounted() throws IOException {
    file("vetoes.csv", "key_a,key_b", "k0,k5", "k0,nobody", "nobody,k3");
    String flags = "--direction=text-text --veto={d}/vetoes.csv";

    JsonNode summary = summary(flags);

    assertThat(summary.path("unknown_vetoes").asInt()).isEqualTo(2);
    assertThat(summary.at("/left_out/veto").asInt()).isEqualTo(2); // one pair, either way
    Cli.Result said = mine(flags + " --overwrite --out={d}/lists.parquet");
    assertThat(said.output())
        .contains(" items, vectors of 8 numbers\n", "vetoes of unknown keys, skipped: 2\n");
  }

  @Test
  void aRowOfTextsAloneIsRejectedForItsText() throws IOException {
    Path side = Files.createDirectories(folder.resolve("broken").resolve("text_emb"));
    try (NpyWriter writer = new NpyWriter(side.resolve("text_emb_0.npy"), NpyType.FLOAT32, 8)) {
      for (int row = 0; row < 12; row++) {
        float[] vector = new float[DIMENSION];
        vector[row % DIMENSION] = row == 5 ? Float.NaN : 1;
        writer.append(vector, 0);
      }
    }
    file("pairs.csv", "query_key,corpus_key", "0,1");

    Cli.Result result =
        mine(
            "--embeddings={d}/broken --direction=text-text --positives={d}/pairs.csv"
                + " --out={d}/lists.parquet");

    assertThat(result.exitCode()).as(result.errors()).isEqualTo(3);
    assertThat(result.output())
        .contains("the first: 5: its text vector holds NaN or an infinity")
        .doesNotContain("image vector");
  }

  @Test
  void aPageShowsThePicturesOfTheData() throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    for (int row = 0; row < 40; row++) {
      BufferedImage picture = new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB);
      picture.setRGB(row % 8, row / 8, 0xff0000);
      ImageIO.write(picture, "png", data.resolve("k" + row + ".png").toFile());
      Files.writeString(data.resolve("k" + row + ".txt"), "words " + row);
    }
    summary(
        "--direction=text-image --num-negatives=3 --html={d}/pictures.html"
            + " --input-dataset={d}/data");

    String page = Files.readString(folder.resolve("pictures.html"));
    assertThat(page.split("<figure>", -1)).hasSize(13);
    assertThat(page.split("src=\"data:image/png;base64,", -1)).hasSize(1 + 2 * 12);
    assertThat(page).doesNotContain("no image", "cannot be decoded");
  }

  @Test
  void candidatesThatTheJudgeHasNotSeenAreLeftOutAndEmptyListsSaySo() throws IOException {
    JsonNode summary = summary("--direction=text-text --depth=38 --judge={d}/judge.csv");

    assertThat(summary.path("empty_lists").asInt()).isEqualTo(39);
    assertThat(summary.at("/left_out/unjudged").asInt()).isEqualTo(40 * 38 - 1);
    assertThat(negatives().stream().filter(""::equals)).hasSize(39);
    JsonNode dropped =
        summary("--direction=text-text --depth=38 --judge={d}/judge.csv --short=drop --overwrite");
    assertThat(dropped.path("dropped").asInt()).isEqualTo(39);
    assertThat(dropped.path("lists").asInt()).isEqualTo(1);
  }

  @Test
  void falseNegativesAreMeasuredWithEveryListWherePositivesCanBeWithheld() throws IOException {
    String flags = "--direction=image-text --num-negatives=4";
    JsonNode measured = summary(flags).path("false_negatives");
    assertThat(measured.path("queries").asInt()).isEqualTo(20);
    assertThat(measured.path("withheld").asInt()).isEqualTo(20);
    assertThat(measured.path("negatives").asInt()).isEqualTo(80);
    Cli.Result said = mine(flags + " --overwrite --out={d}/lists.parquet");
    assertThat(said.output())
        .containsPattern(
            "false negatives, measured: [0-9.]+ % of the negatives of 20 queries are among the 20"
                + " positives that were withheld");
    JsonNode none = summary(flags + " --withhold=0 --overwrite").path("false_negatives");
    assertThat(none.path("queries").asInt()).isZero();
    assertThat(none.path("share").isNull()).isTrue();
    Cli.Result pairs = mine("--direction=text-text --target-false=0.1 --out={d}/target.parquet");
    assertThat(pairs.exitCode()).isEqualTo(1);
    assertThat(pairs.errors())
        .contains("no query has two known positives that nothing else excludes")
        .hasLineCount(1);
    Cli.Result chosen = mine(flags + " --target-false=0.5 --out={d}/target.parquet");
    assertThat(chosen.exitCode()).as(chosen.errors()).isZero();
    assertThat(chosen.output()).contains("chosen for the target: relative-margin=");
  }

  @Test
  void aPageShowsTheHardestPairsAndWhyCandidatesLeft() throws IOException {
    Path page = folder.resolve("lists.html");
    String flags = "--direction=text-text --num-negatives=3 --relative-margin=0.05 --html=" + page;

    JsonNode summary = summary(flags);

    assertThat(page)
        .content()
        .contains("negatives in 40 lists, from 40 items.", "<td>positive</td><td>40</td>")
        .contains("<td>margin</td><td>" + summary.at("/left_out/margin").asText() + "</td>")
        .contains("words 1", "known: words ", "prefers-color-scheme: dark")
        .doesNotContain("http://", "https://", "<script", "NaN");
    assertThat(Files.readString(page).split("<figure>", -1)).hasSize(13);
    Cli.Result again = mine(flags + " --out=" + folder.resolve("lists.parquet"));
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.errors()).contains("lists.html: already exists").hasLineCount(1);
    Files.delete(page);
    Cli.Result later = mine(flags + " --out=" + folder.resolve("lists.parquet"));
    assertThat(later.exitCode()).isEqualTo(2);
    assertThat(later.errors()).contains("a page shows lists as they are mined").hasLineCount(1);
  }

  @Test
  void bothDirectionsAreThoseOfTheirOwnRuns() throws IOException {
    String flags = " --num-negatives=3 --depth=9 --candidates={d}/c.parquet --html={d}/p.html";
    Cli.Result both = mine("--direction=both" + flags + " --out={d}/both.parquet");
    assertThat(both.exitCode()).as(both.errors()).isZero();

    for (String direction : List.of("text-image", "image-text")) {
      Cli.Result one =
          mine(
              "--direction="
                  + direction
                  + " --num-negatives=3 --depth=9 --candidates={d}/c1.parquet --overwrite"
                  + " --out={d}/one.parquet");
      assertThat(one.exitCode()).as(one.errors()).isZero();
      assertThat(folder.resolve("both." + direction + ".parquet"))
          .hasSameBinaryContentAs(folder.resolve("one.parquet"));
      assertThat(folder.resolve("c." + direction + ".parquet"))
          .hasSameBinaryContentAs(folder.resolve("c1.parquet"));
      assertThat(folder.resolve("p." + direction + ".html"))
          .content()
          .contains("both." + direction + ".parquet");
    }
    Cli.Result later =
        mine("--direction=both --from={d}/c.parquet --num-negatives=3 --out={d}/later.csv");
    assertThat(later.exitCode()).as(later.errors()).isZero();
    for (String direction : List.of("text-image", "image-text")) {
      Cli.Result one =
          mine(
              "--num-negatives=3 --depth=9 --withhold=0 --overwrite --out={d}/one.csv"
                  + " --direction="
                  + direction);
      assertThat(one.exitCode()).as(one.errors()).isZero();
      assertThat(folder.resolve("later." + direction + ".csv"))
          .hasSameBinaryContentAs(folder.resolve("one.csv"));
    }
  }

  @Test
  void listsAreDividedIntoBatchesOnRequest() throws IOException {
    String flags =
        "--direction=text-text --num-negatives=2 --batches={d}/batches.csv --batch-size=5"
            + " --epochs=2 --seed=7 --remainder=keep";
    JsonNode summary = summary(flags);

    List<String> lines = Files.readAllLines(folder.resolve("batches.csv"));
    assertThat(lines.get(0))
        .isEqualTo("epoch,search_space,batch,position,index,key,first_row,rows");
    assertThat(lines).hasSize(1 + 2 * 40);
    assertThat(summary.path("batches").asInt()).isGreaterThanOrEqualTo(16);
    assertThat(summary.path("unbatched").asInt()).isZero();
    Cli.Result other = mine(flags + " --batch-size=6 --out={d}/lists.parquet");
    assertThat(other.exitCode()).isEqualTo(2);
    Cli.Result said = mine(flags + " --overwrite --out={d}/lists.parquet");
    assertThat(said.output())
        .contains("batches of lists: " + summary.path("batches").asInt() + "\n");
  }

  @Test
  void scoresOfImagesAndTextsAreOfEitherDirection() throws IOException {
    file("directed.csv", "query_key,corpus_key,score", "k0,k4,0.5", "k0,k8,0.25", "k0,k6,0.75");
    String flags = "--direction=text-image --depth=19 --num-negatives=3 --overwrite";
    JsonNode named = summary(flags + " --judge={d}/images.csv");
    List<String> lists = negatives();

    assertThat(named).isEqualTo(summary(flags + " --judge={d}/directed.csv"));
    assertThat(negatives()).isEqualTo(lists);
    assertThat(named.path("negatives").asInt()).isEqualTo(3);
  }

  @Test
  void aTaskAndAMergeAfterTheMergeChangeNothing() throws IOException {
    Path lists = folder.resolve("lists.parquet");
    Object[] task = {
      "lists",
      "--direction=text-image",
      "--quiet",
      "--embeddings=" + folder.resolve("store"),
      "--out=" + lists,
      "--shard=0/2"
    };
    for (int index : new int[] {0, 1}) {
      task[5] = "--shard=" + index + "/2";
      Cli.Result shared = Cli.launch(task);
      assertThat(shared.exitCode()).as(shared.errors()).isZero();
    }
    Path work = folder.resolve("lists.parquet.work");
    Path part = work.resolve("candidates-00000.parquet");
    flip(part);
    Cli.Result damaged = Cli.launch("merge", work);
    assertThat(damaged.errors()).contains(part + ": this cache file is broken; delete it");
    assertThat(damaged.exitCode()).isEqualTo(1);
    flip(part);
    Cli.Result merged = Cli.launch("merge", work);
    assertThat(merged.exitCode()).as(merged.errors()).isZero();
    byte[] bytes = Files.readAllBytes(lists);
    Cli.Result late = Cli.launch(task);
    assertThat(late.exitCode()).as(late.errors()).isZero();
    assertThat(late.errors()).contains("up to date: written by the same request");
    assertThat(work).doesNotExist();
    Cli.Result again = Cli.launch("merge", work);
    assertThat(again.exitCode()).as(again.errors()).isZero();
    // Without the parts, the stores are no longer known.
    assertThat(again.output()).isEqualTo(merged.output().replace(", vectors of 8 numbers", ""));
    assertThat(Files.readAllBytes(lists)).isEqualTo(bytes);
    flip(lists);
    Cli.Result changed = Cli.launch("merge", work);
    assertThat(changed.errors()).contains(lists + ": is not as it was written; restore it");
    assertThat(changed.exitCode()).isEqualTo(1);
    flip(lists);
    Path companion = folder.resolve("lists.parquet.json");
    String text = Files.readString(companion);
    Files.writeString(companion, text.replaceFirst("\"version\" : 2", "\"version\" : 3"));
    Cli.Result edited = Cli.launch("merge", work);
    assertThat(edited.errors()).contains(companion + ": is not as it was written; restore it");
  }

  @Test
  void formerWordsMakeTheSameListsAndNameTheNewOnes() throws IOException {
    String flags = " --direction=text-image --num-negatives=2 --relative-margin=0.05";
    summary(flags);
    Object[] former =
        ("mine --output=negatives --corpus --json --quiet --embeddings={d}/store --out={d}/old.parquet"
                + flags)
            .replace("{d}", folder.toString())
            .split(" ", -1);

    Cli.Result result = Cli.launch(former);

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.errors())
        .startsWith("warning: mine --output negatives --corpus is now falcon lists")
        .hasLineCount(1);
    assertThat(Json.mapper().readTree(result.output()).path("warnings").toString())
        .contains("is now falcon lists");
    assertThat(folder.resolve("old.parquet"))
        .hasSameBinaryContentAs(folder.resolve("lists.parquet"));
    Cli.Result batches = Cli.launch("mine", "--corpus", "--direction=text-image");
    assertThat(batches.exitCode()).isEqualTo(2);
    assertThat(batches.errors()).contains("for lists from a corpus, use falcon lists");
  }

  /** Tasks of a release whose words were others. */
  @Test
  void aMergeKnowsFormerWords() throws IOException {
    Cli.Result task = mine("--direction=text-image --shard=0/1 --out={d}/lists.parquet");
    assertThat(task.exitCode()).as(task.errors()).isZero();
    Path command = folder.resolve("lists.parquet.work/command.json");
    String kept = Files.readString(command);
    String former = kept.replace("\"lists\"", "\"mine\", \"--output=negatives\", \"--corpus\"");
    assertThat(former).isNotEqualTo(kept);
    Files.writeString(command, former);

    Cli.Result merged = Cli.launch("merge", folder.resolve("lists.parquet.work"));

    assertThat(merged.exitCode()).as(merged.errors()).isZero();
    assertThat(folder.resolve("lists.parquet")).exists();
  }

  /** Changes one bit in the middle of a file. */
  private static void flip(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
  }

  @ParameterizedTest
  @CsvSource({"0.25, 0.25", "auto, -1"})
  void theWeightOfOwnSimilaritiesIsInTheProvenance(String weight, double recorded)
      throws IOException {
    Path lists = folder.resolve("lists.parquet");
    Cli.Result result =
        mine(
            "--direction=text-image --relative-margin=0.05 --own-weight="
                + weight
                + " --out="
                + lists);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    double expected =
        recorded >= 0
            ? recorded
            : OwnReliability.of(EmbeddingStore.open(folder.resolve("store"))).orElseThrow();
    assertThat(
            Json.readTree(folder.resolve("lists.parquet.json"))
                .at("/provenance/options/own-weight")
                .floatValue())
        .isEqualTo((float) expected);
  }
}
