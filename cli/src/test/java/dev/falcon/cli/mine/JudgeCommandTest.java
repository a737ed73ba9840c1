package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.cli.Cli;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeCommandTest {
  private static final String DATA = "scenes:train,captions-per-image=1,count=12";
  private static final int PAIRS = 12 * 11;

  @TempDir private Path folder;
  private Path list;
  private Path audit;
  private Path table;

  @BeforeEach
  void auditPairs() throws IOException {
    StringBuilder pairs = new StringBuilder("image_key,text_key\n");
    for (int image = 0; image < 12; image++) {
      for (int text = 0; text < 12; text++) {
        if (image != text) {
          pairs.append(Scenes.key(Split.TRAIN, image)).append(',');
          pairs.append(Scenes.key(Split.TRAIN, text)).append('\n');
        }
      }
    }
    list = Files.writeString(folder.resolve("pairs.csv"), pairs);
    audit = folder.resolve("audit");
    table = folder.resolve("scores.parquet");
    Cli.Result result =
        Cli.launch(
            "audit-fn", "--input-dataset=" + DATA, "--pairs=" + list, "--quiet", "--out=" + audit);
    assertThat(result.exitCode()).as(result.errors()).isZero();
  }

  private Cli.Result judge(String server, String... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                "judge",
                audit,
                "--input-dataset=" + DATA,
                "--server=" + server,
                "--model=m",
                "--quiet",
                "--out=" + table));
    arguments.addAll(List.of(more));
    return Cli.launch(arguments.toArray());
  }

  @ParameterizedTest
  @CsvSource({"vllm", "tgi", "openai"})
  void everyKindOfServerGivesOneTable(String mode) throws IOException {
    try (FakeModelServer server = new FakeModelServer(mode)) {
      Cli.Result result = judge(server.address(), "--concurrency=8");
      assertThat(result.exitCode()).as(result.errors()).isZero();
      assertThat(result.output()).contains("132 of 132 pairs scored, 132 asked in this run");
      int asked = server.asked();
      byte[] first = Files.readAllBytes(table);

      // What was answered is not asked again, and one at a time gives the same bytes.
      result = judge(server.address(), "--concurrency=1", "--overwrite");
      assertThat(result.exitCode()).as(result.errors()).isZero();
      assertThat(server.asked()).isEqualTo(asked);
      assertThat(Files.readAllBytes(table)).isEqualTo(first);
    }
    int rows = 0;
    try (TableReader scores = TableReader.open(table)) {
      int score = scores.column(ColumnType.FLOAT32, "score");
      while (scores.next()) {
        rows++;
        assertThat(scores.getFloat(score)).isBetween(0f, 1f);
      }
    }
    assertThat(rows).isEqualTo(PAIRS);
    Cli.Result audited =
        Cli.launch(
            "audit-fn",
            "--input-dataset=" + DATA,
            "--pairs=" + list,
            "--scores=model=" + table + ":probability",
            "--quiet",
            "--verbose",
            "--out=" + folder.resolve("judged"));
    assertThat(audited.exitCode()).as(audited.errors()).isZero();
    assertThat(audited.output()).contains("judged by model");
  }

  @Test
  void theScoreIsTheSumOfAllWaysToWriteTheWords() throws IOException {
    Path prompt = Files.writeString(folder.resolve("prompt.txt"), "{caption}?");
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      assertThat(judge(server.address(), "--prompt=" + prompt).exitCode()).isZero();
    }
    try (TableReader scores = TableReader.open(table)) {
      int text = scores.column(ColumnType.UTF8, "text_key");
      int score = scores.column(ColumnType.FLOAT32, "score");
      List<String> captions = new ArrayList<>();
      SampleSources.open(DATA)
          .forEach(sample -> captions.add(sample.captions().get(0)), reject -> {});
      while (scores.next()) {
        int sample = Integer.parseInt(scores.getString(text).replaceAll(".*\\D", ""));
        double expected = FakeModelServer.probability(captions.get(sample) + "?");
        assertThat((double) scores.getFloat(score)).isCloseTo(expected, within(1e-4));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "blind, 1, image input is not supported",
    "unknown, 1, status 404: The model `m` does not exist.",
    "silent, 1, gives no probabilities of tokens",
    "thinking, 1, thinks before it answers",
    "error200, 1, status 200: no such path",
    "echo, 1, status 401: bad key"
  })
  void aServerThatCannotJudgeEndsTheRunInOneLine(String mode, int exitCode, String message)
      throws IOException {
    try (FakeModelServer server = new FakeModelServer(mode)) {
      Cli.Result result = judge(server.address());
      assertThat(result.exitCode()).isEqualTo(exitCode);
      assertThat(result.errors()).contains(message).hasLineCount(1);
      assertThat(server.asked()).isLessThan(4);
      assertThat(table).doesNotExist();
    }
  }

  @Test
  void wordsCountAsVotesAndUnreadableOnesAreRejected() throws IOException {
    try (FakeModelServer server = new FakeModelServer("silent")) {
      assertThat(judge(server.address(), "--votes=3").exitCode()).isZero();
      assertThat(server.asked()).isEqualTo(3 * PAIRS);
    }
    try (TableReader scores = TableReader.open(table)) {
      int score = scores.column(ColumnType.FLOAT32, "score");
      assertThat(scores.next()).isTrue();
      assertThat(scores.getFloat(score)).isEqualTo(0.8f);
    }
    Files.delete(table);
    Files.delete(folder.resolve("scores.parquet.answers.jsonl"));
    try (FakeModelServer server = new FakeModelServer("wordy")) {
      Cli.Result result = judge(server.address(), "--votes=1");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors()).contains("it answered neither yes nor no: It depends.");
    }
  }

  @Test
  void whatItMayCostEndsTheRunAndTheNextResumes() throws IOException {
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      Cli.Result result =
          judge(server.address(), "--price-in=1", "--max-cost=0.02", "--concurrency=1");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.output()).contains("20 of 132 pairs scored", "what it may cost is reached");
      assertThat(result.errors()).contains("about 1,000 tokens per pair in and 1 out, 1.0000 for");
      assertThat(judge(server.address(), "--overwrite").exitCode()).isZero();
      assertThat(server.asked()).isEqualTo(PAIRS);
    }
  }

  @Test
  void anotherMachineIsSentNothingUnasked() {
    Cli.Result result = judge("https://models.example/v1");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors())
        .contains("sends 12 pictures and 132 captions to models.example; give --yes to allow it");
  }

  @ParameterizedTest
  @CsvSource({
    "--votes=-1, 'votes lie in [0, 100]; votes=-1'",
    "--concurrency=0, 'concurrency lies in [1, 256]; concurrency=0'",
    "--prompt=nothing, is neither a prompt",
    "--extra=[], the extra fields are no JSON object",
    "--image-size=1, image-size must be at least 32"
  })
  void wrongFlagsAreRefusedBeforeAnyQuestion(String flag, String message) throws IOException {
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      Cli.Result result = judge(server.address(), flag);
      assertThat(result.exitCode()).as(result.errors()).isEqualTo(2);
      assertThat(result.errors()).contains(message).hasLineCount(1);
      assertThat(server.asked()).isZero();
    }
  }
}
