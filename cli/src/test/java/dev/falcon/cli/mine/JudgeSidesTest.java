// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.cli.Cli;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model behind HTTP judges pairs of texts and pairs of pictures. */
class JudgeSidesTest {
  private static final int SAMPLES = 6;
  private static final int PAIRS = SAMPLES * (SAMPLES - 1);

  @TempDir private Path folder;

  private Path texts() throws IOException {
    StringBuilder rows = new StringBuilder("key,anchor,positive\n");
    for (int i = 0; i < SAMPLES; i++) {
      rows.append(String.format(Locale.ROOT, "k%d,anchor %d {second},positive %d\n", i, i, i));
    }
    return Files.writeString(folder.resolve("texts.csv"), rows);
  }

  private Path pictures() throws IOException {
    return TwoSides.pictures(folder, SAMPLES, 6);
  }

  private void audit(Path data) throws IOException {
    Path list = TwoSides.others(folder, SAMPLES);
    Cli.Result drawn =
        Cli.launch(
            "audit-fn",
            "--input-dataset=" + data,
            "--pairs=" + list,
            "--draw-only",
            "--quiet",
            "--out=" + folder.resolve("audit"));
    assertThat(drawn.exitCode()).as(drawn.errors()).isZero();
  }

  private Cli.Result judge(Path data, String server, String... more) {
    List<Object> arguments = new ArrayList<>(List.of("judge", folder.resolve("audit")));
    arguments.add("--input-dataset=" + data);
    arguments.addAll(List.of("--server=" + server, "--model=m", "--quiet", "--overwrite"));
    arguments.add("--out=" + folder.resolve("scores.parquet"));
    arguments.addAll(List.of(more));
    return Cli.launch(arguments.toArray());
  }

  /** The scores by the numbers of the two samples. */
  private Map<String, Double> scores() {
    Map<String, Double> scores = new LinkedHashMap<>();
    try (TableReader table = TableReader.open(folder.resolve("scores.parquet"))) {
      int first = table.column(ColumnType.UTF8, "image_key");
      int second = table.column(ColumnType.UTF8, "text_key");
      int score = table.column(ColumnType.FLOAT32, "score");
      while (table.next()) {
        scores.put(
            table.getString(first).substring(1) + " " + table.getString(second).substring(1),
            (double) table.getFloat(score));
      }
    }
    return scores;
  }

  @Test
  void twoTextsAreQuotedWithoutAPicture() throws IOException {
    Path data = texts();
    audit(data);
    Path prompt = Files.writeString(folder.resolve("prompt.txt"), "{first}|{second}?");
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      Cli.Result judged = judge(data, server.address(), "--prompt=" + prompt);
      assertThat(judged.exitCode()).as(judged.errors()).isZero();
      assertThat(judged.output()).contains("30 of 30 pairs scored, 30 asked");
      assertThat(server.asked()).isEqualTo(3 + PAIRS);
      assertThat(server.questions())
          .containsKeys(
              "a red square|a square that is red?",
              "a red square|a blue circle?",
              "anchor 0 {second}|positive 0?");
      assertThat(judge(data, server.address(), "--prompt=" + prompt).output())
          .contains("0 asked in this run");
      assertThat(server.asked()).isEqualTo(3 + PAIRS);
    }
    assertThat(scores()).hasSize(PAIRS);
    scores()
        .forEach(
            (pair, score) -> {
              String[] numbers = pair.split(" ", -1);
              String question = "anchor " + numbers[0] + " {second}|positive " + numbers[1] + "?";
              assertThat(score).isCloseTo(FakeModelServer.probability(question), within(1e-4));
            });
    Cli.Result counted =
        Cli.launch(
            "audit-fn",
            "--input-dataset=" + data,
            "--pairs=" + folder.resolve("pairs.csv"),
            "--scores=model=" + folder.resolve("scores.parquet") + ":probability",
            "--quiet",
            "--out=" + folder.resolve("counted"));
    assertThat(counted.exitCode()).as(counted.errors()).isZero();
  }

  private String address(String name) throws IOException {
    byte[] file = Files.readAllBytes(folder.resolve(name));
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(file);
  }

  @Test
  void twoPicturesAreSentInOneMessage() throws IOException {
    Path data = pictures();
    audit(data);
    Path prompt = Files.writeString(folder.resolve("prompt.txt"), "Alike?");
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      Cli.Result judged = judge(data, server.address(), "--prompt=" + prompt);
      assertThat(judged.exitCode()).as(judged.errors()).isZero();
      assertThat(judged.output()).contains("30 of 30 pairs scored, 30 asked");
      assertThat(server.asked()).isEqualTo(3 + PAIRS);
    }
    assertThat(scores()).hasSize(PAIRS);
    for (Map.Entry<String, Double> pair : scores().entrySet()) {
      String[] numbers = pair.getKey().split(" ", -1);
      String question = "Alike?" + address(numbers[0] + "a.png") + address(numbers[1] + "b.png");
      assertThat(pair.getValue()).isCloseTo(FakeModelServer.probability(question), within(1e-4));
    }
  }

  @Test
  void aBrokenSecondPictureIsRejectedWithItsReason() throws IOException {
    Path data = pictures();
    audit(data);
    Files.writeString(folder.resolve("0b.png"), "no picture");
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      Cli.Result judged = judge(data, server.address(), "--both-ways");
      assertThat(judged.exitCode()).as(judged.errors()).isEqualTo(3);
      assertThat(judged.output()).contains("25 of 30 pairs scored", "pairs rejected: 5");
    }
    int rejected = 0;
    try (TableReader rejects = TableReader.open(folder.resolve("scores.parquet.rejects.parquet"))) {
      int reason = rejects.column(ColumnType.UTF8, "reason");
      while (rejects.next()) {
        assertThat(rejects.getString(reason)).startsWith("the second picture: ");
        rejected++;
      }
    }
    assertThat(rejected).isEqualTo(5);
  }

  @Test
  void aModelThatSeesNoDifferenceIsDoubtedInTheWordsOfItsPairs() throws IOException {
    Path texts = texts();
    audit(texts);
    try (FakeModelServer server = new FakeModelServer("alike")) {
      assertThat(judge(texts, server.address()).errors())
          .contains("'a square that is red' by 0.7", "does it read the texts?");
    }
    Path pictures = pictures();
    try (FakeModelServer server = new FakeModelServer("alike")) {
      assertThat(judge(pictures, server.address()).errors())
          .contains("one of a blue circle by 0.7", "does it see both pictures?");
    }
  }

  @Test
  void promptsOfOtherPairsAreRefusedBeforeAnyQuestion() throws IOException {
    Path data = texts();
    audit(data);
    Path prompt = Files.writeString(folder.resolve("prompt.txt"), "{caption}?");
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      Cli.Result named = judge(data, server.address(), "--prompt=vqascore");
      assertThat(named.exitCode()).isEqualTo(2);
      assertThat(named.errors())
          .contains("is for pictures with captions; for pairs of texts, use match-1")
          .hasLineCount(1);
      Cli.Result file = judge(data, server.address(), "--prompt=" + prompt);
      assertThat(file.exitCode()).isEqualTo(2);
      assertThat(file.errors())
          .contains("has no {first}, where the first text goes; the data are pairs of texts")
          .hasLineCount(1);
      assertThat(server.asked()).isZero();
    }
    Cli.Result elsewhere = judge(data, "https://models.example/v1");
    assertThat(elsewhere.errors()).contains("sends 30 pairs of texts to models.example");
  }
}
