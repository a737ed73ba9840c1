// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.Cli;
import dev.falcon.data.sample.SameText;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.lists.ListColumns;
import dev.falcon.mining.lists.SentenceColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists in every form and direction, taken by every command that follows. */
class EveryFormOfListsTest {
  private static final String DATA = "scenes:test,count=14";
  private static final Path MODEL =
      Path.of("..", "onnx-models", "scenes-tiny").toAbsolutePath().normalize();

  @TempDir private static Path folder;
  private static FakeModelServer server;
  private static final Map<String, String> CAPTIONS = new HashMap<>();

  @BeforeAll
  static void embed() throws IOException {
    server = new FakeModelServer("vllm");
    run("embed", "--input-dataset=" + DATA, "--model=" + MODEL, "--out=" + folder.resolve("store"));
    Path data = folder.resolve("data");
    run("data", "convert", DATA, "--format=parquet", "--out=" + data);
    try (SampleReader reader =
        SampleSources.open(data.toString()).open(0, reject -> assertThat(reject).isNull())) {
      while (reader.hasNext()) {
        Sample sample = reader.next();
        List<String> captions = sample.captions();
        for (int c = 0; c < captions.size(); c++) {
          CAPTIONS.put(
              captions.size() == 1 ? sample.key() : sample.key() + "#" + c, captions.get(c));
        }
      }
    }
    writePositives();
  }

  /** The positive of each caption is the next one. */
  private static void writePositives() throws IOException {
    List<String> keys = CAPTIONS.keySet().stream().sorted().toList();
    StringBuilder rows = new StringBuilder("query_key,corpus_key\n");
    for (int k = 0; k < keys.size(); k++) {
      rows.append(keys.get(k)).append(',').append(keys.get((k + 1) % keys.size())).append('\n');
    }
    Files.writeString(folder.resolve("positives.csv"), rows);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static Cli.Result run(Object... arguments) {
    Cli.Result result = Cli.launch(arguments);
    assertThat(result.exitCode())
        .as(Arrays.toString(arguments) + result.output() + result.errors())
        .isZero();
    return result;
  }

  private static boolean hasTexts(ListColumns columns) {
    return Arrays.stream(SentenceColumns.values())
        .anyMatch(known -> known.label().equals(columns.label()));
  }

  static List<Arguments> forms() {
    List<Arguments> forms = new ArrayList<>();
    for (ListColumns columns : ListColumns.values()) {
      for (String direction : List.of("text-text", "text-image", "image-text")) {
        boolean textsOnly =
            columns == ListColumns.FLAGEMBEDDING
                || columns == ListColumns.NEMO
                || columns == ListColumns.NEMO_INLINE;
        if (direction.equals("text-text") || !textsOnly) {
          if (columns != ListColumns.LABELED_LIST) {
            forms.add(Arguments.of(columns, direction, false));
          }
          if (hasTexts(columns)) {
            forms.add(Arguments.of(columns, direction, true));
          }
        }
      }
    }
    return forms;
  }

  @ParameterizedTest
  @MethodSource("forms")
  void isTakenByEveryCommandThatFollows(ListColumns columns, String direction, boolean texts)
      throws IOException {
    String name = columns.label() + "-" + direction + "-" + texts;
    Path lists = folder.resolve(name + "." + columns.extension());
    Path page = folder.resolve(name + ".html");
    List<Object> mine =
        new ArrayList<>(
            List.of(
                "lists",
                "--embeddings=" + folder.resolve("store"),
                "--direction=" + direction,
                "--num-negatives=2",
                "--columns=" + columns.label(),
                "--html=" + page,
                "--input-dataset=" + DATA,
                "--out=" + lists));
    if (texts) {
      mine.add("--texts");
    }
    boolean named = columns == ListColumns.IDS || columns == ListColumns.TREC;
    if (!direction.equals("text-text") && !named && (texts || !hasTexts(columns))) {
      mine.add("--image-path=pictures/{image}.jpg");
    }
    if (direction.equals("text-text")) {
      mine.add("--positives=" + folder.resolve("positives.csv"));
    }
    run(mine.toArray());
    assertThat(page).content().contains("</html>");
    assertThat(run("verify", lists).output()).contains("holds");
    assertThat(run("verify", lists, "--again").output()).contains("made again: every byte of");

    Path audit = folder.resolve(name + "-audit");
    audit(lists, audit);
    run(
        "label",
        audit,
        "--input-dataset=" + DATA,
        "--static=" + folder.resolve(name + "-label.html"));
    Path scores = folder.resolve(name + "-scores.parquet");
    run(
        "judge",
        audit,
        "--input-dataset=" + DATA,
        "--server=" + server.address(),
        "--model=m",
        "--quiet",
        "--out=" + scores);
    Path judged = folder.resolve(name + "-judged");
    audit(lists, judged, "--scores=m=" + scores + ":probability");
    assertThat(judged.resolve("report.html")).content().contains("</html>");

    Path keys = lists.resolveSibling(lists.getFileName() + ".keys.parquet");
    if (Files.deleteIfExists(keys)) {
      Path alone = folder.resolve(name + "-alone");
      audit(lists, alone);
      assertThat(pairs(alone)).isEqualTo(pairs(audit));
    }
    Files.delete(lists.resolveSibling(lists.getFileName() + ".json"));
    boolean ofKeys =
        columns == ListColumns.IDS
            || columns == ListColumns.TREC
            || columns == ListColumns.TEVATRON
            || columns == ListColumns.MBEIR
            || (hasTexts(columns) && !texts);
    if (!ofKeys || !direction.equals("text-image")) { // keys do not say which of two is the image
      Path unknown = folder.resolve(name + "-unknown");
      audit(lists, unknown);
      assertThat(pairs(unknown)).isEqualTo(pairs(audit));
    }
  }

  /** Questions and answers mined by sentence-transformers itself; {@code make.py} wrote them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "triplet.parquet",
        "n-tuple.parquet",
        "n-tuple-scores.parquet",
        "labeled-pair.parquet",
        "labeled-list.parquet",
        "labeled-list-scores.parquet",
        "pandas-negatives.parquet",
        "pandas-negatives.csv",
        "polars-negatives.arrow",
        "datasets-flagembedding.parquet",
        "datasets-tevatron.parquet",
        "datasets-tevatron",
        "pyarrow-tevatron.parquet",
        "polars-tevatron.parquet",
        "polars-tevatron.arrow",
        "duckdb-tevatron.parquet"
      })
  void listsOfSentenceTransformersAreAudited(String name) {
    Path made = Path.of("src", "test", "resources", "lists-of-other-tools");
    Path out = folder.resolve("others-" + name);
    run(
        "audit-fn",
        "--input-dataset=" + made.resolve("pairs.jsonl"),
        "--lists=" + made.resolve(name),
        "--draw-only",
        "--out=" + out);
    assertThat(rows(out)).hasSize(24).contains("p0 p1", "p0 p3").doesNotContain("p0 p0");
  }

  /** Forms that Falcon does not write, or writes otherwise. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a.jsonl | {"query":"where is it","negative_passages":[{"docid":"9","text":"a  boat"}]} | k0 k1
          n.jsonl | {"query":"where is it","negative_passages":[{"docid":"k2"}]} | k0 k2
          b.json  | [{"question":"where is it","neg_doc":[{"id":"k1"}, "a house"]}] | k0 k1,k0 k2
          c.csv   | query,document_ids~k0,"[""k0"",""k2""]" | k0 k2
          d.csv   | qry,qry_image_path,neg_text,neg_image_path~where is it,,"['a boat', 'a house']", | k0 k1,k0 k2
          e.csv   | question,answer,label~where is it,a boat,0~where is it,here,1 | k0 k1
          o.jsonl | {"query":"where is it","neg":["a boat",null]} | k0 k1
          f.jsonl | {"anchor":"k0","positive":"k0","negatives":["k1","k2",null]} | k0 k1,k0 k2
          g.csv   | query,pos,neg~where is it,['here'],"['a boat', 'a house']" | k0 k1,k0 k2
          h.csv   | query,pos,neg~where is it,"[""here""]","[""a boat""]" | k0 k1
          i.jsonl | {"anchor":"k0","negative_ids":["k2"]} | k0 k2
          j.csv   | question,answer,label~where is it,a boat,False~where is it,here,True | k0 k1
          k.jsonl | {"anchor":"k0","candidates":["k0","k1"],"labels":[true,false]} | k0 k1
          m.csv   | ,anchor,negative~0,k0,k2 | k0 k2
          l.csv   | anchor,candidates,scores~k0,"[""k0"",""k2""]","[0.9,0.5]" | k0 k2
          """)
  void otherFormsAreAudited(String name, String content, String expected) throws IOException {
    Path data =
        Files.writeString(
            folder.resolve("texts.jsonl"),
            """
            {"key":"k0","anchor":"where is it","positive":"here"}
            {"key":"k1","anchor":"what floats","positive":"a boat"}
            {"key":"k2","anchor":"what stands","positive":"a house"}
            """);
    Path lists = Files.writeString(folder.resolve(name), content.replace("~", "\n"));
    Path out = folder.resolve("other-" + name);
    run("audit-fn", "--input-dataset=" + data, "--lists=" + lists, "--draw-only", "--out=" + out);
    assertThat(rows(out)).containsExactlyInAnyOrder(expected.split(",", -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a.jsonl | {"neg_cand_list":["1:7"]} | names its candidates by numbers of a pool
          b.json  | [{"neg":["a"]},{"other":1}] | row 1: has no field of negatives; expected one of neg,
          c.json  | [{"neg":["a"]}, | is not JSON
          d.csv   | anchor,other~a,b | has no column of negatives; expected negative,
          e.run   | a Q0 b | line 1 has 3 fields; a line of a run has a topic, Q0, a document
          f.jsonl | {"query":"nobody","neg":["nothing"]} | is a key or a text of
          h.csv   | question,answer,label~where is it,a boat,no | row 0 has the label 'no'; it must be 0 or 1
          i.jsonl | {"anchor":"a","candidates":["b","c"],"labels":[1]} | row 0 has 2 candidates, and labels for 1
          g.csv   | anchor,negative~p/test-0000000.jpg,p/test-0000001.jpg | lists images of images
          """)
  void listsThatCannotBeReadAreNamed(String name, String content, String message)
      throws IOException {
    Path lists = Files.writeString(folder.resolve("bad-" + name), content.replace("~", "\n"));
    Cli.Result result =
        Cli.launch("audit-fn", "--input-dataset=" + DATA, "--lists=" + lists, "--draw-only");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains(message).hasLineCount(1);
  }

  private static Set<String> rows(Path audit) {
    Set<String> pairs = new HashSet<>();
    try (TableReader table = TableReader.open(audit.resolve("pairs.parquet"))) {
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      while (table.next()) {
        pairs.add(table.getString(image) + " " + table.getString(text));
      }
    }
    return pairs;
  }

  private static void audit(Path lists, Path out, String... more) {
    run(
        Stream.concat(
                Stream.of(
                    "audit-fn", "--input-dataset=" + DATA, "--lists=" + lists, "--out=" + out),
                Stream.of(more.length == 0 ? new String[] {"--draw-only"} : more))
            .toArray());
  }

  /** Returns the drawn pairs of an image with a caption, by the image's first caption. */
  private static Set<String> pairs(Path audit) {
    Set<String> pairs = new HashSet<>();
    for (String row : rows(audit)) {
      int space = row.indexOf(' ');
      String caption = CAPTIONS.get(row.substring(space + 1));
      pairs.add(row.substring(0, space) + " " + SameText.CASED.form(caption));
    }
    assertThat(pairs).isNotEmpty();
    return pairs;
  }
}
