// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audits of pairs of images: a plan of pairs of two generated pictures, judged by all that can. */
class ImagePairsAuditTest {
  private static final int PAIRS = 40;
  private static final Path MODEL =
      Path.of("..", "onnx-models", "scenes-tiny").toAbsolutePath().normalize();

  @TempDir private static Path folder;
  private static Path data;
  private static Path store;
  private static Path plan;

  @BeforeAll
  static void mine() throws IOException {
    List<Sample> samples = new ArrayList<>();
    SampleSources.open("scenes:test,count=" + 2 * PAIRS + ",seed=8")
        .forEach(samples::add, reject -> {});
    StringBuilder rows = new StringBuilder("key,image,positive_image\n");
    for (int i = 0; i < PAIRS; i++) {
      Files.write(folder.resolve(i + "a.png"), samples.get(i).image().orElseThrow());
      Files.write(folder.resolve(i + "b.png"), samples.get(PAIRS + i).image().orElseThrow());
      rows.append('k').append(i).append(',').append(i).append("a.png,").append(i).append("b.png\n");
    }
    data = Files.writeString(folder.resolve("pairs.csv"), rows);
    store = folder.resolve("store");
    plan = folder.resolve("plan.parquet");
    run("embed", "--input-dataset=" + data, "--model=" + MODEL, "--out=" + store);
    run("mine", "--embeddings=" + store, "--batch-size=10", "--quantiles=falcon+", "--out=" + plan);
  }

  private static Cli.Result run(Object... arguments) {
    Cli.Result result = Cli.launch(arguments);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return result;
  }

  private Cli.Result audit(String out, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of("audit-fn", "--input-dataset=" + data));
    arguments.add("--out=" + folder.resolve(out));
    arguments.addAll(List.of(more));
    return Cli.launch(arguments.toArray());
  }

  /** The model without the graphs that match images with texts: its vectors judge. */
  private static Path dualEncoder() throws IOException {
    Path dual = folder.resolve("dual");
    if (Files.exists(dual)) {
      return dual;
    }
    try (Stream<Path> files = Files.walk(MODEL)) {
      for (Path file : files.sorted().toList()) {
        if (!file.getFileName().toString().startsWith("itm_")) {
          Files.copy(file, dual.resolve(MODEL.relativize(file).toString()));
        }
      }
    }
    return dual;
  }

  private record Row(String kind, String image, String second, double weight) {
    /** A score of our own: the numbers of the two keys decide. */
    double score() {
      int sum = Integer.parseInt(image.substring(1)) + Integer.parseInt(second.substring(1));
      return sum % 4 == 0 ? 0.9 : 0.1;
    }
  }

  private static List<Row> rows(Path audit) {
    List<Row> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(audit.resolve("pairs.parquet"))) {
      int kind = table.column(ColumnType.UTF8, "kind");
      int image = table.column(ColumnType.UTF8, "image_key");
      int second = table.column(ColumnType.UTF8, "text_key");
      int weight = table.column(ColumnType.FLOAT64, "weight");
      int caption = table.column(ColumnType.BOOL, "same_caption");
      while (table.next()) {
        assertThat(table.getBoolean(caption)).isFalse();
        rows.add(
            new Row(
                table.getString(kind),
                table.getString(image),
                table.getString(second),
                table.getDouble(weight)));
      }
    }
    return rows;
  }

  @Test
  void aPlanIsJudgedByATableAndByVectors() throws IOException {
    Cli.Result only = audit("drawn", "--embeddings=" + store, "--plan=" + plan, "--draw-only");
    assertThat(only.exitCode()).isZero();
    assertThat(only.output())
        .contains(" pairs drawn\n", "nobody has judged the drawn pairs")
        .contains("store-cosine", "labels of falcon label give the rate")
        .doesNotContain("judged by");
    List<Row> drawn = rows(folder.resolve("drawn"));
    assertThat(drawn).extracting(Row::kind).contains("hardest", "chain", "off_diagonal");
    StringBuilder table = new StringBuilder("image_key,text_key,score\n");
    drawn.stream()
        .map(row -> row.image() + "," + row.second() + "," + row.score() + "\n")
        .distinct()
        .forEach(table::append);
    Path scores = Files.writeString(folder.resolve("scores.csv"), table);
    Cli.Result audited =
        audit(
            "audit",
            "--embeddings=" + store,
            "--plan=" + plan,
            "--model=dual=" + dualEncoder(),
            "--scores=ours=" + scores + ":probability");
    assertThat(audited.exitCode()).as(audited.errors()).isZero();
    assertThat(rows(folder.resolve("audit"))).isEqualTo(drawn);
    requireShares(drawn, Json.readTree(folder.resolve("audit/audit.json")));
    requireEqualCosines(folder.resolve("audit"));
    String page = Files.readString(folder.resolve("audit/report.html"));
    int figures = page.split("<figure>", -1).length - 1;
    assertThat(figures).isPositive();
    assertThat(page.split("<img ", -1).length - 1).isEqualTo(2 * figures);
    assertThat(page).contains(", second image k").doesNotContain("its own:");
  }

  /** The shares above one half are those of a plain count of the table. */
  private static void requireShares(List<Row> drawn, JsonNode result) {
    Map<String, Double> all = new HashMap<>();
    Map<String, Double> above = new HashMap<>();
    for (Row row : drawn) {
      all.merge(row.kind(), row.weight(), Double::sum);
      above.merge(row.kind(), row.score() > 0.5 ? row.weight() : 0, Double::sum);
    }
    int seen = 0;
    for (JsonNode share : result.path("shares")) {
      assertThat(share.path("group").asText("")).isNotEqualTo("caption_words");
      String kind = share.path("kind").asText();
      if (share.path("id").asText().equals(kind + "/both/ours>0.5")) {
        assertThat(share.at("/share/share").asDouble())
            .isCloseTo(above.get(kind) / all.get(kind), within(1e-6));
        seen++;
      }
    }
    assertThat(seen).isEqualTo(3);
  }

  /** The model has made the store's vectors, so that it has the store's cosines. */
  private static void requireEqualCosines(Path audit) {
    try (TableReader table = TableReader.open(audit.resolve("pairs.parquet"))) {
      int own = table.column(ColumnType.FLOAT32, "cosine_store_cosine");
      int dual = table.column(ColumnType.FLOAT32, "cosine_dual");
      while (table.next()) {
        assertThat(table.getFloat(dual)).isCloseTo(table.getFloat(own), within(1e-4f));
      }
    }
  }

  @Test
  void listsOfACorpusAndTruthAreAudited() throws IOException {
    run(
        "lists",
        "--embeddings=" + store,
        "--direction=image-image",
        "--num-negatives=2",
        "--out=" + folder.resolve("lists.parquet"));
    Path truth =
        Files.writeString(
            folder.resolve("truth.jsonl"),
            "{\"image_key\":\"k0\",\"text_key\":\"k1\",\"match\":true}\n");
    Cli.Result audited =
        audit("lists", "--lists=" + folder.resolve("lists.parquet"), "--truth=" + truth);
    assertThat(audited.exitCode()).as(audited.errors()).isZero();
    assertThat(rows(folder.resolve("lists"))).hasSize(2 * PAIRS);
  }

  @Test
  void aBrokenSecondImageIsRejectedOnce() throws IOException {
    Path broken = Files.createDirectories(folder.resolve("broken"));
    for (int i = 0; i < 3; i++) {
      Files.copy(folder.resolve(i + "a.png"), broken.resolve(i + "a.png"));
      Files.copy(folder.resolve(i + "b.png"), broken.resolve(i + "b.png"));
    }
    Files.writeString(broken.resolve("1b.png"), "no picture");
    Path rows =
        Files.writeString(
            broken.resolve("rows.csv"),
            "key,image,positive_image\nk0,0a.png,0b.png\nk1,1a.png,1b.png\nk2,2a.png,2b.png\n");
    Path pairs =
        Files.writeString(folder.resolve("some.csv"), "image_key,text_key\nk0,k1\nk2,k1\nk0,k2\n");
    Cli.Result audited =
        Cli.launch(
            "audit-fn",
            "--input-dataset=" + rows,
            "--model=" + dualEncoder(),
            "--pairs=" + pairs,
            "--json",
            "--out=" + folder.resolve("broken-audit"));
    assertThat(audited.exitCode()).as(audited.errors()).isEqualTo(3);
    assertThat(Json.readTree(folder.resolve("broken-audit/audit.json")).path("rejected").asInt())
        .isEqualTo(1);
    try (TableReader table = TableReader.open(folder.resolve("broken-audit/pairs.parquet"))) {
      int second = table.column(ColumnType.UTF8, "text_key");
      int cosine = table.column(ColumnType.FLOAT32, "cosine_dual");
      while (table.next()) {
        assertThat(table.isNull(cosine)).isEqualTo(table.getString(second).equals("k1"));
      }
    }
  }

  @Test
  void aModelThatNeedsTextsIsRefused() {
    Cli.Result refused =
        audit("refused", "--embeddings=" + store, "--plan=" + plan, "--model=" + MODEL);
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.errors().lines())
        .anyMatch(
            line ->
                line.contains("judges images with texts, and ")
                    && line.contains("holds pairs of images; expected a dual encoder"));
  }
}
