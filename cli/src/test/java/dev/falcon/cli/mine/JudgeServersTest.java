// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.Cli;
import dev.falcon.cli.Elsewhere;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that answer wrongly, slowly, at length or not at all: no pair is lost without a word. */
class JudgeServersTest {
  private static final String DATA = "scenes:train,captions-per-image=1,count=9";
  private static final int PAIRS = 9 * 8;

  @TempDir private static Path shared;
  private static Path audit;
  @TempDir private Path folder;
  private Path table;
  private Path answers;
  private Path rejects;

  @BeforeAll
  static void auditPairs() throws IOException {
    StringBuilder pairs = new StringBuilder("image_key,text_key\n");
    for (int image = 0; image < 9; image++) {
      for (int text = 0; text < 9; text++) {
        if (image != text) {
          pairs.append(Scenes.key(Split.TRAIN, image)).append(',');
          pairs.append(Scenes.key(Split.TRAIN, text)).append('\n');
        }
      }
    }
    Path list = Files.writeString(shared.resolve("pairs.csv"), pairs);
    audit = shared.resolve("audit");
    Cli.Result result =
        Cli.launch(
            "audit-fn", "--input-dataset=" + DATA, "--pairs=" + list, "--quiet", "--out=" + audit);
    assertThat(result.exitCode()).as(result.errors()).isZero();
  }

  @BeforeEach
  void nameTheFiles() {
    table = folder.resolve("scores.parquet");
    answers = folder.resolve("scores.parquet.answers.jsonl");
    rejects = folder.resolve("scores.parquet.rejects.parquet");
  }

  private Cli.Result judge(FakeModelServer server, String... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                "judge",
                audit,
                "--input-dataset=" + DATA,
                "--server=" + server.address(),
                "--model=m",
                "--quiet",
                "--out=" + table));
    arguments.addAll(List.of(more));
    return Cli.launch(arguments.toArray());
  }

  private long rows() {
    try (TableReader scores = TableReader.open(table)) {
      return scores.rows();
    }
  }

  @ParameterizedTest
  @CsvSource({"wait=1", "wait=2"})
  void aWaitBelowNothingIsNone(String mode) throws IOException {
    try (FakeModelServer server = new FakeModelServer(mode)) {
      Cli.Result result = judge(server);
      assertThat(result.exitCode()).as(result.errors()).isZero();
      assertThat(result.output()).contains("72 of 72 pairs scored");
    }
    assertThat(rows()).isEqualTo(PAIRS);
  }

  @Test
  void aWaitOfYearsIsGivenUp() throws IOException {
    try (FakeModelServer server = new FakeModelServer("forever")) {
      Cli.Result result = judge(server);
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors()).contains("it asks to wait for 31536000 s; run again then");
      assertThat(server.asked()).isEqualTo(1);
    }
    assertThat(table).doesNotExist();
  }

  @Test
  void theTimeoutIsForTheWholeReply() throws IOException {
    try (FakeModelServer server = new FakeModelServer("stalled")) {
      Cli.Result result = judge(server, "--timeout=1");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors()).contains("127.0.0.1: no answer within 1 s").hasLineCount(1);
      assertThat(server.asked()).isEqualTo(2);
    }
  }

  @Test
  void aReplyIsReceivedUpToALimit() throws IOException {
    try (FakeModelServer server = new FakeModelServer("long=" + (4 << 20))) {
      Cli.Result result = judge(server);
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors()).contains("127.0.0.1: a reply has at most 4194304 bytes");
      assertThat(server.asked()).isEqualTo(1);
    }
    try (FakeModelServer server = new FakeModelServer("long=10000")) {
      assertThat(judge(server).exitCode()).isZero();
    }
  }

  @Test
  void theNameOfAModelIsCut() throws IOException {
    try (FakeModelServer server = new FakeModelServer("named=100000")) {
      assertThat(judge(server).exitCode()).isZero();
    }
    assertThat(answers).content().contains("m".repeat(200) + "…").doesNotContain("m".repeat(201));
    assertThat(Files.size(table)).isLessThan(20_000);
  }

  @Test
  void aReplyWithoutAnErrorHasNone() throws IOException {
    try (FakeModelServer server = new FakeModelServer("errnull")) {
      assertThat(judge(server).exitCode()).isZero();
    }
    assertThat(rows()).isEqualTo(PAIRS);
  }

  @ParameterizedTest
  @CsvSource({"usage=0", "usage=1000"})
  void aLimitOnTheCostNeedsNumbersOfTokens(String mode) throws IOException {
    try (FakeModelServer server = new FakeModelServer(mode)) {
      Cli.Result result = judge(server, "--price-in=1", "--max-cost=0.0001");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors())
          .contains("127.0.0.1: reports no numbers of tokens (usage)", "omit the limit")
          .hasLineCount(1);
      assertThat(server.asked()).isEqualTo(1);
      Cli.Result unlimited = judge(server);
      assertThat(unlimited.exitCode()).as(unlimited.errors()).isZero();
      assertThat(unlimited.output()).contains("0 tokens in");
      assertThat(judge(server, "--max-cost=1", "--overwrite").errors())
          .contains("a limit on the cost needs the prices of tokens");
    }
  }

  @Test
  void anAnswerCutWithinALetterIsAskedAgain() throws IOException {
    try (FakeModelServer server = new FakeModelServer("russian")) {
      assertThat(judge(server).exitCode()).isZero();
      byte[] whole = Files.readAllBytes(answers);
      byte[] first = Files.readAllBytes(table);
      int asked = server.asked();
      String text = new String(whole, StandardCharsets.UTF_8);
      int last =
          text.substring(0, text.lastIndexOf("\u0430")).getBytes(StandardCharsets.UTF_8).length;
      Files.write(answers, Arrays.copyOf(whole, last + 1));
      Files.delete(table);

      Cli.Result again = judge(server);
      assertThat(again.exitCode()).as(again.errors()).isZero();
      assertThat(server.asked()).isEqualTo(asked + 1);
      assertThat(Files.readAllBytes(table)).isEqualTo(first);
    }
  }

  /** A stopped run leaves its answers and no table; the same command resumes it. */
  @Test
  void aStoppedRunResumesWithoutOverwriting() throws IOException {
    int asked;
    try (FakeModelServer server = new FakeModelServer("half")) {
      Cli.Result result = judge(server, "--concurrency=1");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.output()).contains("20 questions in a row were refused", "run again");
      assertThat(table).doesNotExist();
      assertThat(rejects).exists();
      asked = server.asked() - 20;
    }
    try (FakeModelServer server = new FakeModelServer("vllm")) {
      Cli.Result result = judge(server);
      assertThat(result.exitCode()).as(result.errors()).isZero();
      assertThat(result.output()).contains("72 of 72 pairs scored");
      assertThat(asked + server.asked()).isEqualTo(PAIRS + 3);
    }
    assertThat(rows()).isEqualTo(PAIRS);
    assertThat(rejects).doesNotExist();
  }

  @Test
  void aRefusalIsShownInOneLine() throws IOException {
    try (FakeModelServer server = new FakeModelServer("lines")) {
      Cli.Result result = judge(server, "--concurrency=1");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors().lines()).noneMatch(line -> line.startsWith("falcon: all"));
    }
  }

  @Test
  void noPartOfTheKeyIsWrittenWhereATextIsCut() throws Exception {
    String key = "sk-" + "SECRET".repeat(8);
    Elsewhere.Result result;
    try (FakeModelServer server = new FakeModelServer("longleak")) {
      result =
          new Elsewhere(folder, Map.of("FALCON_JUDGE_KEY", key))
              .then(
                  "judge "
                      + audit
                      + " --input-dataset="
                      + DATA
                      + " --model=m --server="
                      + server.address()
                      + " --out="
                      + table)
              .run();
    }
    assertThat(result.exitCode()).as(result.said()).isZero();
    assertThat(result.said()).doesNotContain("SECRET");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain("SECRET");
      }
    }
  }
}
