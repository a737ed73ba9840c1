// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.cli.Cli;
import dev.falcon.cli.Elsewhere;
import dev.falcon.data.Progress;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.judge.JudgeOutcome;
import dev.falcon.mining.judge.JudgePrompt;
import dev.falcon.mining.judge.JudgeRequest;
import dev.falcon.mining.judge.JudgeServer;
import dev.falcon.mining.judge.JudgeTalk;
import dev.falcon.mining.judge.OutsideJudge;
import dev.falcon.mining.judge.YesNo;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeCommandTest {
  private static final String DATA = "scenes:train,captions-per-image=1,count=12";
  private static final int PAIRS = 12 * 11;

  @TempDir private static Path shared;
  private static Path list;
  private static Path audit;
  @TempDir private Path folder;
  private Path table;

  @BeforeEach
  void nameTheTable() {
    table = folder.resolve("scores.parquet");
  }

  @BeforeAll
  static void auditPairs() throws IOException {
    StringBuilder pairs = new StringBuilder("image_key,text_key\n");
    for (int image = 0; image < 12; image++) {
      for (int text = 0; text < 12; text++) {
        if (image != text) {
          pairs.append(Scenes.key(Split.TRAIN, image)).append(',');
          pairs.append(Scenes.key(Split.TRAIN, text)).append('\n');
        }
      }
    }
    list = Files.writeString(shared.resolve("pairs.csv"), pairs);
    audit = shared.resolve("audit");
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

  /** Each has its own limits, names of fields, ways to be busy and forms of an error. */
  @ParameterizedTest
  @CsvSource({"vllm", "sglang", "llamacpp", "ollama", "tgi", "openai"})
  void everyKindOfServerGivesTheSumOfAllWaysToWriteTheWords(String mode) throws IOException {
    Path prompt = Files.writeString(folder.resolve("prompt.txt"), "{caption}?");
    try (FakeModelServer server = new FakeModelServer(mode)) {
      Cli.Result result = judge(server.address(), "--concurrency=8", "--prompt=" + prompt);
      assertThat(result.exitCode()).as(result.errors() + reasons()).isZero();
      assertThat(result.output()).contains("132 of 132 pairs scored, 132 asked in this run");
      int asked = server.asked();
      byte[] first = Files.readAllBytes(table);

      // What was answered is not asked again, and one at a time gives the same bytes.
      Files.delete(table);
      result = judge(server.address(), "--concurrency=1", "--prompt=" + prompt);
      assertThat(result.exitCode()).as(result.errors()).isZero();
      assertThat(server.asked()).isEqualTo(asked);
      assertThat(scores()).hasSize(PAIRS);
      assertThat(Arrays.equals(first, Files.readAllBytes(table))).isTrue();
    }
    List<String> captions = new ArrayList<>();
    SampleSources.open(DATA)
        .forEach(sample -> captions.add(sample.captions().get(0)), reject -> {});
    scores()
        .forEach(
            (pair, score) -> {
              int sample = Integer.parseInt(pair.replaceAll(".*\\D", ""));
              double expected = FakeModelServer.probability(captions.get(sample) + "?");
              assertThat(score).isCloseTo(expected, within(1e-4));
            });
  }

  @Test
  void theTableIsVerifiedAgainstTheAuditTheDataAndTheAnswers() throws IOException {
    Path prompt = Files.writeString(folder.resolve("prompt.txt"), "{caption}?");
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      Cli.Result result = judge(server.address(), "--prompt=" + prompt);
      assertThat(result.exitCode()).as(result.errors() + reasons()).isZero();
      String record = Files.readString(folder.resolve("scores.parquet.json"));
      assertThat(record).contains("\"command\" : \"judge\"").doesNotContain(server.address());
    }
    String search = "--input=" + shared;
    Cli.Result holds = Cli.launch("verify", table, search, "--input=" + folder, "--quiet");
    assertThat(holds.exitCode()).as(holds.output() + holds.errors()).isZero();
    assertThat(holds.output()).contains("falcon_judge_scores", "inputs: 3 of 3");
    Cli.Result again =
        Cli.launch("verify", table, search, "--input=" + folder, "--again", "--quiet");
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.output()).contains("not done  made again: the answers of a remote model");
    Path answers = folder.resolve("scores.parquet.answers.jsonl");
    Files.writeString(answers, Files.readString(answers).replaceFirst("\"key\"", "\"kee\""));
    Cli.Result edited = Cli.launch("verify", table, search, "--input=" + folder, "--quiet");
    assertThat(edited.exitCode()).isEqualTo(1);
    assertThat(edited.output()).contains("DIFFERS   scores.parquet.answers.jsonl: changed");
  }

  /** The scores of the table, by the names of pairs in its order. */
  private Map<String, Double> scores() {
    Map<String, Double> found = new LinkedHashMap<>();
    try (TableReader scores = TableReader.open(table)) {
      int image = scores.column(ColumnType.UTF8, "image_key");
      int text = scores.column(ColumnType.UTF8, "text_key");
      int score = scores.column(ColumnType.FLOAT32, "score");
      while (scores.next()) {
        assertThat(scores.getFloat(score)).isBetween(0f, 1f);
        found.put(
            scores.getString(image) + " " + scores.getString(text),
            (double) scores.getFloat(score));
      }
    }
    return found;
  }

  @Test
  void anAuditTakesTheTable() throws IOException {
    try (FakeModelServer server = new FakeModelServer("busy")) {
      Cli.Result result = judge(server.address(), "--concurrency=16");
      assertThat(result.exitCode()).as(result.errors()).isZero();
    }
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

  /** The server holds all questions back until as many are there as are allowed at once. */
  @ParameterizedTest
  @CsvSource({"1", "8", "32"})
  void asManyQuestionsAsAllowedAreUnderWay(int concurrency) throws IOException {
    try (FakeModelServer server = new FakeModelServer("together=" + concurrency)) {
      Cli.Result result = judge(server.address(), "--concurrency=" + concurrency);
      assertThat(result.exitCode()).as(result.errors() + reasons()).isZero();
      assertThat(result.output()).contains("132 of 132 pairs scored");
      assertThat(server.together()).isEqualTo(concurrency);
    }
  }

  @Test
  void aSlowServerIsAskedAsOftenAsAFastOne() throws IOException {
    try (FakeModelServer server = new FakeModelServer("delay=20")) {
      Cli.Result result = judge(server.address(), "--concurrency=32");
      assertThat(result.exitCode()).as(result.errors() + reasons()).isZero();
      assertThat(server.together()).isBetween(2, 32);
      assertThat(server.asked()).isEqualTo(3 + PAIRS);
    }
  }

  /** The tasks of a large audit ask their shares; then the table is written with no question. */
  @Test
  void tasksShareTheQuestions() throws IOException {
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      assertThat(judge(server.address(), "--shard=0/2").output()).contains("66 of 66 pairs scored");
      assertThat(judge(server.address(), "--shard=1/2").output())
          .contains("66 of 66 pairs scored, 66 asked");
      assertThat(table).doesNotExist();
      int asked = server.asked();
      Cli.Result result = judge(server.address());
      assertThat(result.output()).contains("132 of 132 pairs scored, 0 asked");
      assertThat(server.asked()).isEqualTo(asked);
      Map<String, Double> shared = scores();
      Path other = Files.createDirectory(folder.resolve("alone"));
      table = other.resolve("scores.parquet");
      assertThat(judge(server.address()).exitCode()).isZero();
      assertThat(scores()).containsExactlyEntriesOf(shared);
    }
  }

  @Test
  void bothWaysIsTheMeanOfTheLogOdds() throws IOException {
    Map<String, Double> questions;
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      Cli.Result result = judge(server.address(), "--both-ways");
      assertThat(result.exitCode()).as(result.errors()).isZero();
      questions = server.questions();
    }
    assertThat(questions).hasSize(2 * (12 + 2)); // equal captions apart, and two of the probe
    List<String> captions = new ArrayList<>();
    SampleSources.open(DATA)
        .forEach(sample -> captions.add(sample.captions().get(0)), reject -> {});
    scores()
        .forEach(
            (pair, score) -> {
              String caption = captions.get(Integer.parseInt(pair.replaceAll(".*\\D", "")));
              double odds = 0;
              for (Map.Entry<String, Double> question : questions.entrySet()) {
                if (question.getKey().contains('"' + caption + '"')) {
                  double sign = question.getKey().contains("anything") ? -1 : 1;
                  odds += sign * Math.log(question.getValue() / (1 - question.getValue())) / 2;
                }
              }
              assertThat(score).isCloseTo(1 / (1 + Math.exp(-odds)), within(1e-3));
            });
  }

  /** Connections that are cut are tried again, and slow replies awaited. */
  @ParameterizedTest
  @CsvSource({"flaky", "slow"})
  void badConnectionsLoseNothing(String mode) throws IOException {
    try (FakeModelServer server = new FakeModelServer(mode)) {
      Cli.Result result = judge(server.address());
      assertThat(result.exitCode()).as(result.errors()).isZero();
      assertThat(result.output()).contains("132 of 132 pairs scored");
    }
  }

  @Test
  void aServerThatIsAwayOrNeverAnswersIsNamedInOneLine() throws IOException {
    String away;
    try (FakeModelServer server = new FakeModelServer("dead")) {
      away = server.address();
      Cli.Result result = judge(away, "--timeout=1");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors()).contains("127.0.0.1: no answer within 1 s").hasLineCount(1);
    }
    Cli.Result result = judge(away);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors())
        .contains("nothing answers there; is the server running?")
        .hasLineCount(1);
  }

  /** Why pairs were rejected. */
  private List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    Path file = folder.resolve("scores.parquet.rejects.parquet");
    if (Files.exists(file)) {
      try (TableReader rejects = TableReader.open(file)) {
        int reason = rejects.column(ColumnType.UTF8, "reason");
        while (rejects.next()) {
          reasons.add(rejects.getString(reason));
        }
      }
    }
    return reasons;
  }

  @Test
  void refusedAnswersAreRejectedWithTheirText() throws IOException {
    try (FakeModelServer server = new FakeModelServer("prudish")) {
      Cli.Result result = judge(server.address(), "--concurrency=1");
      assertThat(result.exitCode()).as(result.errors()).isEqualTo(3);
    }
    assertThat(reasons())
        .hasSize(44)
        .anyMatch(reason -> reason.contains("I cannot help with that."))
        .anyMatch(reason -> reason.contains("content_filter"));
  }

  @Test
  void aModelThatSeesNoDifferenceIsDoubted() throws IOException {
    try (FakeModelServer server = new FakeModelServer("alike")) {
      Cli.Result result = judge(server.address());
      assertThat(result.exitCode()).isZero();
      assertThat(result.errors()).contains("'a red square' with 0.7", "does it see the pictures?");
    }
    try (TableReader scores = TableReader.open(table)) {
      assertThat(scores.metadata().get("falcon.judge")).contains("\"probe\":{\"red\":0.7");
    }
  }

  /** A server that repeats the key wherever it can: it is in no file, and not on the screen. */
  @Test
  void theKeyIsShownAndWrittenNowhere() throws Exception {
    String key = "sk-test-4711";
    Elsewhere.Result result;
    try (FakeModelServer server = new FakeModelServer("leaky")) {
      result =
          new Elsewhere(folder, Map.of("FALCON_JUDGE_KEY", key))
              .then(
                  String.join(
                      " ",
                      "judge",
                      audit.toString(),
                      "--input-dataset=" + DATA,
                      "--server=" + server.address(),
                      "--model=m",
                      "--concurrency=1",
                      "--out=" + table))
              .run();
    }
    assertThat(result.exitCode()).as(result.said()).isEqualTo(3);
    assertThat(result.said()).doesNotContain(key);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(key);
      }
    }
    try (TableReader rejects = TableReader.open(folder.resolve("scores.parquet.rejects.parquet"))) {
      int reason = rejects.column(ColumnType.UTF8, "reason");
      assertThat(rejects.next()).isTrue();
      assertThat(rejects.getString(reason)).isEqualTo("127.0.0.1: status 422: not Bearer …");
    }
  }

  @Test
  void aKeyThatNoHeaderTakesIsRefused() throws Exception {
    Elsewhere.Result result =
        new Elsewhere(folder, Map.of("FALCON_JUDGE_KEY", "sk-one\nsk-two"))
            .then(
                "judge "
                    + audit
                    + " --input-dataset="
                    + DATA
                    + " --model=m --server=http://127.0.0.1:9")
            .run();
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.said()).contains("has a blank, a line break").doesNotContain("sk-");
  }

  @ParameterizedTest
  @CsvSource({
    "blind, 1, image input is not supported",
    "unknown, 1, status 404: The model `m` does not exist.",
    "silent, 1, gives no probabilities of tokens",
    "thinking, 1, thinks before it answers",
    "error200, 1, status 200: no such path",
    "loop, 1, sends questions on to another address",
    "reasoning, 1, logprobs from this model; ask for votes",
    "html, 1, status 200: <html>Welcome</html>",
    "empty, 1, the server's reply has no choices",
    "above, 1, which is above 0",
    "strange, 1, it answered neither yes nor no",
    "echo, 1, status 401: bad key"
  })
  void aServerThatCannotJudgeEndsTheRunInOneLine(String mode, int exitCode, String message)
      throws IOException {
    try (FakeModelServer server = new FakeModelServer(mode)) {
      Cli.Result result = judge(server.address());
      assertThat(result.exitCode()).isEqualTo(exitCode);
      assertThat(result.errors()).contains(message).hasLineCount(1);
      assertThat(server.asked()).isLessThan(5);
      assertThat(table).doesNotExist();
    }
  }

  @Test
  void wordsCountAsVotesAndUnreadableOnesAreRejected() throws IOException {
    try (FakeModelServer server = new FakeModelServer("silent")) {
      assertThat(judge(server.address(), "--votes=3").exitCode()).isZero();
      assertThat(server.asked()).isEqualTo(3 * (PAIRS + 3));
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
      assertThat(server.asked()).isEqualTo(6); // the probe, each question again once
    }
  }

  /** Answers in words of another language are asked again with these words, and read by them. */
  @Test
  void theWordsOfAnAnswerAreAPartOfItsQuestion() throws IOException {
    Path prompt = Files.writeString(folder.resolve("prompt.txt"), "{caption}?");
    Map<String, Double> plain;
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      judge(server.address(), "--prompt=" + prompt);
      plain = scores();
      int asked = server.asked();
      Cli.Result inverted =
          judge(
              server.address(),
              "--prompt=" + prompt,
              "--yes-words=no",
              "--no-words=yes",
              "--overwrite");
      assertThat(inverted.exitCode()).as(inverted.errors()).isZero();
      assertThat(server.asked()).isEqualTo(2 * asked);
    }
    scores()
        .forEach((pair, score) -> assertThat(score).isCloseTo(1 - plain.get(pair), within(1e-3)));
    try (TableReader scores = TableReader.open(table)) {
      assertThat(scores.metadata().get("falcon.judge"))
          .contains(
              "\"words\":{\"yes\":[\"no\"],\"no\":[\"yes\"]}",
              "\"fingerprints\":[",
              "\"retries\":0",
              "\"rejected\":0");
    }
  }

  /** The probe is readable, and then no pair is. */
  @ParameterizedTest
  @CsvSource({"--votes=0", "--votes=2"})
  void manyAnswersThatAreNeitherYesNorNoEndTheRun(String votes) throws IOException {
    try (FakeModelServer server = new FakeModelServer("tiring")) {
      Cli.Result result = judge(server.address(), votes, "--concurrency=1");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors())
          .contains("20 answers in a row say neither yes nor no, the last: It depends.");
      assertThat(server.asked()).isLessThan(100);
    }
    // Their answers are kept, and do not end the next run before it asks.
    try (FakeModelServer server =
        new FakeModelServer(votes.equals("--votes=0") ? "vllm" : "silent")) {
      Cli.Result next = judge(server.address(), votes, "--concurrency=1");
      assertThat(next.exitCode()).as(next.errors()).isEqualTo(3);
      assertThat(next.output()).contains(" of 132 pairs scored, 1"); // a hundred and some are asked
    }
  }

  /** A forecast that is not agreed to: the first eight pairs are asked, and their answers kept. */
  @Test
  void theRestIsForecastAndAskedOnlyIfConfirmed() throws IOException {
    List<String> forecasts = new ArrayList<>();
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      JudgeRequest request =
          new JudgeRequest(
              audit,
              SampleSources.open(DATA),
              new JudgeServer(URI.create(server.address()), "m", Optional.empty()),
              JudgePrompt.of("match-1"),
              new JudgeRequest.Settings(
                  YesNo.ENGLISH,
                  0,
                  false,
                  4,
                  1024,
                  60,
                  "",
                  new JudgeRequest.Prices(2, 10, OptionalDouble.empty())),
              table,
              false,
              Shard.WHOLE);
      JudgeTalk refusing = new JudgeTalk(note -> {}, forecast -> !forecasts.add(forecast));
      JudgeOutcome outcome = new OutsideJudge(request, Progress.NONE, refusing).judge();

      assertThat(outcome.stopped()).isEqualTo("it was not confirmed");
      assertThat(outcome.scored()).isEqualTo(8);
      assertThat(server.asked()).isEqualTo(8 + 3);
      assertThat(table).doesNotExist();
      assertThat(judge(server.address()).exitCode()).isZero();
      assertThat(server.asked()).isEqualTo(PAIRS + 3);
    }
    assertThat(forecasts)
        .singleElement()
        .asString()
        .startsWith("124 pairs are left, about 1,001 tokens each: 0.1 M in, 124 out, 0.25 at the")
        .endsWith("s");
  }

  @Test
  void theLargestCostEndsTheRunAndTheNextResumes() throws IOException {
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      Cli.Result result =
          judge(server.address(), "--price-in=1", "--max-cost=0.02", "--concurrency=1");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.output())
          .contains("17 of 132 pairs scored", "the limit on the cost is reached");
      assertThat(result.errors())
          .contains("124 pairs are left, about 1,001 tokens each: 0.1 M in, 124 out, 0.12 at");
      assertThat(judge(server.address()).exitCode()).isZero();
      assertThat(server.asked()).isEqualTo(PAIRS + 3);
    }
  }

  @Test
  void questionsWithoutAnOppositeAreAskedOneWay() {
    Cli.Result result = judge("http://127.0.0.1:9/v1", "--both-ways", "--prompt=unime");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors())
        .contains("'unime' has no opposite question; both ways take match-1");
    result = judge("http://127.0.0.1:9/v1", "--both-ways", "--votes=3");
    assertThat(result.errors()).contains("both ways are asked for probabilities, not for votes");
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
    "--votes=-1, 'votes must lie in [0, 100]; votes=-1'",
    "--concurrency=0, 'concurrency must lie in [1, 256]; concurrency=0'",
    "--timeout=0, 'timeout must lie in [1, 3600] seconds; timeout=0'",
    "--key=sk-1, a key is never a flag",
    "--api-key=sk-1, a key is never a flag",
    "--key-env=sk-1, 'takes the name of an environment variable, not the key itself'",
    "--key-env=sk1, the environment variable named by --key-env is not set",
    "--extra={\"api_key\":\"sk-1\"}, 'hold ''api_key''; a key goes into the environment'",
    "--shard=2/2, a shard must be I/N",
    "--prompt=nothing, is neither a prompt",
    "--extra=[], the extra fields are not a JSON object",
    "--image-size=1, image-size must be at least 32"
  })
  void wrongFlagsAreRefusedBeforeAnyQuestion(String flag, String message) throws IOException {
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      Cli.Result result = judge(server.address(), flag);
      assertThat(result.exitCode()).as(result.errors()).isEqualTo(2);
      assertThat(result.errors()).contains(message).doesNotContain("sk-1", "sk1").hasLineCount(1);
      assertThat(server.asked()).isZero();
    }
  }
}
