// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.Cli;
import dev.falcon.cli.Elsewhere;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelCommandTest {
  private static final String DATA = "scenes:train,captions-per-image=1,count=40";

  @TempDir private Path folder;
  private Path audit;
  private Path scores;

  @BeforeEach
  void auditPairs() throws IOException {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      keys.add(key(i));
    }
    RandomStream random = RandomStream.of(1, "scores");
    StringBuilder pairs = new StringBuilder();
    StringBuilder table = new StringBuilder("image_key,text_key,score\n");
    for (int image = 0; image < 40; image++) {
      for (int text = 0; text < 40; text += 3) {
        if (image != text) {
          String names = keys.get(image) + "," + keys.get(text);
          pairs.append(names).append('\n');
          table.append(names).append(',').append(random.nextDouble()).append('\n');
        }
      }
    }
    Path list = folder.resolve("pairs.csv");
    Files.writeString(list, "image_key,text_key\n" + pairs);
    scores = Files.writeString(folder.resolve("scores.csv"), table);
    audit = folder.resolve("audit");
    launch(
        "audit-fn",
        "--input-dataset=" + DATA,
        "--pairs=" + list,
        "--scores=elsewhere=" + scores,
        "--truth=scenes",
        "--quiet",
        "--out=" + audit);
  }

  private static Cli.Result launch(Object... arguments) {
    Cli.Result result = Cli.launch(arguments);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return result;
  }

  private ScriptedAnnotator label(Object... more) throws InterruptedException {
    List<Object> arguments = new ArrayList<>(List.of(audit, "--input-dataset=" + DATA, "--quiet"));
    arguments.addAll(List.of(more));
    return new ScriptedAnnotator(arguments.toArray());
  }

  private Cli.Result reaudit(String out, Object... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                "audit-fn",
                "--input-dataset=" + DATA,
                "--pairs=" + folder.resolve("pairs.csv"),
                "--scores=elsewhere=" + scores + ":probability",
                "--labels=" + audit.resolve("labels"),
                "--quiet",
                "--out=" + folder.resolve(out)));
    arguments.addAll(List.of(more));
    return Cli.launch(arguments.toArray());
  }

  @ParameterizedTest
  @CsvSource({
    "--annotator=truth, 2",
    "--static=EXISTING, 2",
    "--merge=EXISTING, 1",
    "--adjudicate, 1",
    "'--static=a.html --result', 2"
  })
  void aRefusedCallWritesNothing(String flags, int exitCode) throws IOException {
    Path existing = Files.writeString(folder.resolve("existing"), "text\n");
    List<Object> words = new ArrayList<>(List.of("label", audit, "--input-dataset=" + DATA));
    words.addAll(List.of(flags.replace("EXISTING", existing.toString()).split(" ", -1)));

    Cli.Result result = Cli.launch(words.toArray());

    assertThat(result.exitCode()).as(result.errors()).isEqualTo(exitCode);
    assertThat(audit.resolve("labels")).doesNotExist();
  }

  @Test
  void aPageNeverReplacesWhatIsRead() throws Exception {
    try (ScriptedAnnotator annotator = label("--annotator=ann")) {
      annotator.answer(3, caption -> true);
      annotator.finish();
    }
    for (String read : List.of("labels/ann.jsonl", "pairs.parquet", "audit.json")) {
      byte[] before = Files.readAllBytes(audit.resolve(read));
      Cli.Result result =
          Cli.launch(
              "label",
              audit,
              "--input-dataset=" + DATA,
              "--static=" + audit.resolve(read),
              "--overwrite");
      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.errors()).contains("which is read; name another file");
      assertThat(Files.readAllBytes(audit.resolve(read))).isEqualTo(before);
    }
  }

  @Test
  void anAnswerHasANumberAndAMatch() throws Exception {
    try (ScriptedAnnotator annotator = label("--annotator=ann")) {
      for (String body : List.of("{}", "[]", "3", "{\"number\":0}", "{\"number\":0,\"match\":1}")) {
        assertThat(annotator.ask("/answer", body).statusCode()).as(body).isEqualTo(400);
      }
      assertThat(annotator.ask("/answer", "{\"number\":0,\"match\":null}").statusCode())
          .isEqualTo(200);
      annotator.finish();
    }
    assertThat(Files.readAllLines(audit.resolve("labels/ann.jsonl"))).hasSize(1);
  }

  /** In a process of its own, since the JDK reads the limit when it makes its first server. */
  @Test
  void silentConnectionsDoNotHoldThePageUp() throws Exception {
    Path said = folder.resolve("said.txt");
    Process page =
        new Elsewhere(folder, Map.of(), "-Dsun.net.httpserver.maxReqTime=1")
            .then("label " + audit + " --annotator=ann --input-dataset=" + DATA)
            .start(said);
    List<Socket> silent = new ArrayList<>();
    try {
      while (page.isAlive() && !Files.readString(said).contains("/#")) {
        Thread.sleep(20);
      }
      try (ScriptedAnnotator annotator = new ScriptedAnnotator(Files.readString(said))) {
        for (int i = 0; i < 80; i++) {
          Socket socket =
              new Socket(
                  InetAddress.getLoopbackAddress(), URI.create(annotator.origin()).getPort());
          socket.getOutputStream().write('G');
          silent.add(socket);
        }
        assertThat(annotator.json("/state", "").get("position").asInt()).isZero();
      }
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
      page.destroy();
      page.waitFor();
    }
  }

  @Test
  void labelsOfAPageAreTheFindingOfTheNextAudit() throws Exception {
    try (ScriptedAnnotator annotator = label("--count=60", "--annotator=ann")) {
      annotator.answer(30, caption -> caption.contains("red"));
      assertThat(annotator.finish()).as(annotator.errors()).isZero();
      assertThat(annotator.output()).startsWith("listed: ").contains("whenever you stop");
    }
    assertThat(Files.readAllLines(audit.resolve("labels/ann.jsonl"))).hasSize(30);
    Cli.Result verified = Cli.launch("verify", audit.resolve("labels"), "--again", "--quiet");
    assertThat(verified.exitCode()).isEqualTo(2);
    assertThat(verified.output())
        .contains("falcon_labels", "holds     files: 1 of 1", "made again: people gave the labels");
    assertThat(Cli.launch("verify", audit.resolve("labels"), "--quiet").exitCode()).isZero();

    // The same command resumes where it stopped.
    try (ScriptedAnnotator annotator = label("--count=60", "--annotator=ann")) {
      JsonNode state = annotator.json("/state", "");
      assertThat(state.get("position").asInt()).isEqualTo(29); // one of the 30 was a repeat
      annotator.answer(100, caption -> caption.contains("red"));
      assertThat(annotator.finish()).isZero();
    }
    Path veto = folder.resolve("veto.csv");
    Cli.Result result =
        reaudit("by-labels", "--truth=" + otherTruth(), "--write-veto=" + veto, "--json");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    JsonNode json = Json.mapper().readTree(result.output());
    assertThat(json.at("/findings/0/source").asText()).isEqualTo("labels");
    assertThat(json.at("/findings/0/judged").asInt()).isEqualTo(60);
    assertThat(json.at("/findings/0/anytime/low").asDouble())
        .isLessThan(json.at("/findings/0/interval/low").asDouble());
    assertThat(json.at("/labels/0/judges/0/name").asText()).isEqualTo("elsewhere");
    assertThat(json.at("/labels/0/annotators/0/repeats").asInt()).isEqualTo(3);
    assertThat(Files.readAllLines(veto)).hasSizeGreaterThan(2);
    assertThat(Files.readString(folder.resolve("by-labels/report.html"))).contains("labels");
  }

  /** A list, a person, and no judge of any kind. */
  @Test
  void aColleagueAloneSuffices() throws Exception {
    Path list = folder.resolve("pairs.csv");
    Path drawn = folder.resolve("drawn");
    List<Object> command = List.of("audit-fn", "--input-dataset=" + DATA, "--pairs=" + list);
    List<Object> drawing = new ArrayList<>(command);
    drawing.addAll(List.of("--draw-only", "--out=" + drawn));
    assertThat(launch(drawing.toArray()).output())
        .contains("not known yet: nobody has judged the drawn pairs");
    assertThat(drawn.resolve("report.html")).content().contains("nobody has judged");
    try (ScriptedAnnotator annotator =
        new ScriptedAnnotator(drawn, "--input-dataset=" + DATA, "--count=30", "--quiet")) {
      annotator.answer(100, caption -> caption.contains("red"));
      assertThat(annotator.finish()).as(annotator.errors()).isZero();
      assertThat(annotator.output()).startsWith("listed: ").doesNotContain("saved");
    }
    List<Object> counting = new ArrayList<>(command);
    counting.addAll(
        List.of(
            "--truth=" + otherTruth(),
            "--labels=" + drawn.resolve("labels"),
            "--out=" + folder.resolve("counted")));
    launch(counting.toArray());
    JsonNode json = Json.readTree(folder.resolve("counted/audit.json"));
    assertThat(json.at("/findings/0/source").asText()).isEqualTo("labels");
    assertThat(json.at("/labels/0/labels").asInt()).isEqualTo(30);

    drawing.addAll(List.of("--scores=elsewhere=" + scores, "--overwrite"));
    Cli.Result refused = Cli.launch(drawing.toArray());
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.errors())
        .contains("pairs that are only drawn have no judge, truth or labels")
        .hasLineCount(1);
  }

  /** Nobody can say whether a caption is true of a picture that is not there. */
  @Test
  void aPairWhosePictureIsGoneIsUnsureAtMost() throws Exception {
    try (ScriptedAnnotator annotator = label("--count=20", "--annotator=ann")) {
      try (Stream<Path> pictures = Files.list(audit.resolve("labels/images"))) {
        for (Path picture : pictures.toList()) {
          Files.writeString(picture, "gone");
        }
      }
      HttpResponse<byte[]> reply =
          annotator.ask("/answer", "{\"number\":0,\"match\":true,\"ms\":900}");
      assertThat(reply.statusCode()).isEqualTo(409);
      assertThat(new String(reply.body(), StandardCharsets.UTF_8))
          .contains("only unsure is an answer");
      assertThat(annotator.ask("/own/0", "").statusCode()).isEqualTo(409);
      JsonNode state = annotator.json("/answer", "{\"number\":0,\"match\":null,\"ms\":900}");
      assertThat(state.get("position").asInt()).isEqualTo(1);
      assertThat(annotator.json("/own/0", "").get("captions").size()).isEqualTo(1);
      annotator.finish();
    }
  }

  @Test
  void aPageOfManyPairsIsNoted() {
    Path page = folder.resolve("many.html");
    Cli.Result result =
        launch("label", audit, "--input-dataset=" + DATA, "--count=220", "--static=" + page);
    assertThat(result.errors()).contains("the page holds the pictures of 220 pairs", "--count 200");
  }

  /** Truth of no audited pair. */
  private Path otherTruth() throws IOException {
    return Files.writeString(
        folder.resolve("other.csv"),
        "image_key,text_key,match\n" + key(0) + "," + key(0) + ",true\n");
  }

  /**
   * The veto and the positives are what people call a match, and no pair that only a score does.
   */
  @Test
  void scoresThatOnlyOrderPairsFillNoList() throws Exception {
    try (ScriptedAnnotator annotator = label("--count=40")) {
      annotator.answer(100, caption -> caption.contains("red"));
      assertThat(annotator.finish()).isZero();
    }
    List<Object> command =
        List.of(
            "audit-fn",
            "--input-dataset=" + DATA,
            "--pairs=" + folder.resolve("pairs.csv"),
            "--scores=elsewhere=" + scores,
            "--truth=" + otherTruth(),
            "--labels=" + audit.resolve("labels"),
            "--overwrite",
            "--out=" + folder.resolve("exported"));
    List<Object> labelsOnly = new ArrayList<>(command);
    Path positives = folder.resolve("positives.csv");
    labelsOnly.add("--write-positives=" + positives);
    Cli.Result result = launch(labelsOnly.toArray());

    List<String> matches =
        Files.readString(audit.resolve("labels/truth.jsonl"))
            .lines()
            .filter(line -> line.contains("\"match\":true"))
            .map(
                line ->
                    line.replaceAll(
                        ".*image_key\":\"([^\"]+)\",\"text_key\":\"([^\"]+).*", "$1,$2"))
            .toList();
    assertThat(matches).hasSizeGreaterThan(3);
    assertThat(Files.readAllLines(positives).stream().skip(1).toList())
        .containsExactlyInAnyOrderElementsOf(matches);
    assertThat(result.errors())
        .contains("positives.csv: " + matches.size() + " pairs: " + matches.size() + " by labels");

    List<Object> chosen = new ArrayList<>(labelsOnly);
    chosen.addAll(List.of("--export-judge=elsewhere", "--export-threshold=0.25"));
    result = launch(chosen.toArray());
    assertThat(result.errors())
        .contains(matches.size() + " by labels, ", " by elsewhere above 0.25");
    assertThat(Files.readAllLines(positives)).hasSizeGreaterThan(1 + matches.size());

    chosen.set(chosen.size() - 2, "--export-judge=nobody");
    result = Cli.launch(chosen.toArray());
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors())
        .contains("--export-judge names no judge of this audit: 'nobody'; it has [elsewhere]")
        .hasLineCount(1);
  }

  private static String key(int sample) {
    return Scenes.key(Split.TRAIN, sample);
  }

  @Test
  void aPageOfItsOwnBringsItsAnswersBack() throws Exception {
    Path page = folder.resolve("bea.html");
    List<Object> command = List.of("label", audit, "--input-dataset=" + DATA);
    List<Object> writing = new ArrayList<>(command);
    writing.addAll(List.of("--annotator=bea", "--count=30", "--static=" + page));
    assertThat(launch(writing.toArray()).output())
        .isEqualTo(page + ": asks 30 pairs, and 1 again\n");
    assertThat(Cli.launch(writing.toArray()).exitCode()).isEqualTo(2); // it is there
    Matcher data =
        Pattern.compile("<script type=\"application/json\" id=\"pairs\">(.*?)</script>")
            .matcher(Files.readString(page));
    assertThat(data.find()).isTrue();
    JsonNode pairs = Json.mapper().readTree(data.group(1));
    StringBuilder saved = new StringBuilder();
    for (JsonNode pair : pairs.get("pairs")) {
      assertThat(pair.at("/sides/0/picture").asText()).startsWith("data:image/");
      ObjectNode answer = Json.mapper().createObjectNode();
      answer.set("image_key", pair.get("image_key"));
      answer.set("text_key", pair.get("text_key"));
      answer.put("match", pair.at("/sides/1/text").asText().contains("red"));
      answer.put("annotator", "bea").put("at", "2026-01-01T00:00:00.000Z").put("ms", 900);
      answer.set("rank", pair.get("rank"));
      answer.set("order", pairs.get("order"));
      if (pair.get("repeat").asBoolean()) {
        answer.put("repeat", true);
      }
      saved.append(answer).append('\n');
    }
    Path answers = Files.writeString(folder.resolve("bea.jsonl"), saved);
    List<Object> merging = new ArrayList<>(command);
    merging.add("--merge=" + answers);

    Cli.Result merged = launch(merging.toArray());
    assertThat(merged.errors()).contains("bea.jsonl: 31 answers added");
    assertThat(merged.output()).startsWith("listed: ");
    byte[] journal = Files.readAllBytes(audit.resolve("labels/bea.jsonl"));

    Cli.Result again = launch(merging.toArray());
    assertThat(again.errors()).contains("bea.jsonl: 0 answers added");
    assertThat(again.output()).isEqualTo(merged.output());
    assertThat(Files.readAllBytes(audit.resolve("labels/bea.jsonl"))).isEqualTo(journal);

    Path empty = folder.resolve("empty.html");
    writing.set(writing.size() - 1, "--static=" + empty);
    Cli.Result none = Cli.launch(writing.toArray());
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.errors())
        .contains(
            "of the first 30 pairs, none is left to ask bea about; ask for more pairs (--count)")
        .hasLineCount(1);
    assertThat(empty).doesNotExist();

    Files.writeString(answers, saved.toString().replaceAll("\"order\":\"..", "\"order\":\"zz"));
    Cli.Result foreign = Cli.launch(merging.toArray());
    assertThat(foreign.errors()).contains("bea.jsonl:1: answers another order").hasLineCount(1);
    assertThat(foreign.exitCode()).isEqualTo(1);
  }

  @Test
  void answersAreTakenBackAnyNumberOfSteps() throws Exception {
    try (ScriptedAnnotator annotator = label("--annotator=ann")) {
      annotator.answer(3, caption -> true);
      annotator.json("/undo", "{}");
      JsonNode state = annotator.json("/undo", "{}");
      assertThat(state.get("position").asInt()).isEqualTo(1);
      annotator.answer(1, caption -> false);
      assertThat(annotator.finish()).isZero();
    }
    assertThat(Files.readString(audit.resolve("labels/truth.jsonl")).lines())
        .hasSize(2)
        .anyMatch(line -> line.contains("\"match\":true"))
        .anyMatch(line -> line.contains("\"match\":false"));
  }

  /** What is asked, with which status it is refused. */
  @ParameterizedTest
  @CsvSource({
    "GET / HTTP/1.1, Host: evil.example, 403",
    "GET / HTTP/1.1, Host: @, 200",
    "GET /state HTTP/1.1, Host: @, 401",
    "GET /state HTTP/1.1, Host: @|Authorization: Bearer 00, 401",
    "GET /state HTTP/1.1, Host: @|Authorization: Bearer #, 200",
    "GET /state HTTP/1.1, Host: @|Authorization: Bearer #|Sec-Fetch-Site: cross-site, 403",
    "GET /stately HTTP/1.1, Host: @|Authorization: Bearer #, 404",
    "GET /image/0/0 HTTP/1.1, Host: @|Authorization: Bearer #, 200",
    "GET /image/0/1 HTTP/1.1, Host: @|Authorization: Bearer #, 404",
    "GET /image/0/2 HTTP/1.1, Host: @|Authorization: Bearer #, 404",
    "GET /image/0/0 HTTP/1.1, Host: @, 401",
    "GET /image/30/0 HTTP/1.1, Host: @|Authorization: Bearer #, 404",
    "GET /image/../order.parquet/0 HTTP/1.1, Host: @|Authorization: Bearer #, 404",
    "GET /image/%2e%2e/order.parquet HTTP/1.1, Host: @|Authorization: Bearer #, 404",
    "OPTIONS /answer HTTP/1.1, Host: @, 405",
    "POST /undo HTTP/1.1, Host: @|Authorization: Bearer #|Content-Type: application/json, 403",
    "POST /undo HTTP/1.1, Host: @|Authorization: Bearer #|Origin: http://@, 415"
  })
  void whatIsNotOfThePageIsRefused(String request, String headers, int status) throws Exception {
    try (ScriptedAnnotator annotator = label()) {
      assertThat(raw(annotator, request + "\r\n" + headers.replace("|", "\r\n") + "\r\n"))
          .startsWith("HTTP/1.1 " + status + " ")
          .contains("default-src 'none'", "no-referrer", "nosniff")
          .doesNotContain("Access-Control");
      annotator.finish();
    }
  }

  @Test
  void longAndDamagedAnswersAreRefused() throws Exception {
    try (ScriptedAnnotator annotator = label()) {
      String longest = "{\"comment\":\"" + "x".repeat(5000) + "\"}";
      HttpResponse<byte[]> reply = annotator.ask("/answer", longest);
      assertThat(reply.statusCode()).isEqualTo(413);
      assertThat(annotator.ask("/answer", "[]").statusCode()).isEqualTo(400);
      assertThat(annotator.ask("/answer", "null").statusCode()).isEqualTo(400);
      assertThat(annotator.ask("/answer", "{\"number\":7,\"match\":true}").statusCode())
          .isEqualTo(409);
      assertThat(annotator.ask("/undo", "{}").statusCode()).isEqualTo(409);
      annotator.finish();
    }
  }

  private static String raw(ScriptedAnnotator annotator, String request) throws IOException {
    URI address = URI.create(annotator.origin());
    try (Socket socket = new Socket(address.getHost(), address.getPort());
        OutputStream out = socket.getOutputStream();
        InputStream in = socket.getInputStream()) {
      String text =
          request.replace("@", address.getAuthority()).replace("#", annotator.token())
              + "Content-Length: 0\r\nConnection: close\r\n\r\n";
      out.write(text.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void twoOfOneNameAndAPortInUseAreRefused() throws Exception {
    try (ScriptedAnnotator first = label("--annotator=ann")) {
      try (ScriptedAnnotator second = label("--annotator=ann")) {
        assertThat(second.finish()).isEqualTo(1);
        assertThat(second.errors()).contains("is writing there");
      }
      try (ScriptedAnnotator other =
          label("--annotator=ben", "--port=" + URI.create(first.origin()).getPort())) {
        assertThat(other.finish()).isEqualTo(2);
        assertThat(other.errors()).contains("is in use; name another, or 0 for any");
      }
      assertThat(first.finish()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--kind=hardest, has no pairs of the kind 'hardest'; it has [listed]",
    "--quantile=0.5, has no pairs of the kind 'quantile'",
    "--judge=nobody, has no scores of 'nobody'; it has those of [elsewhere]",
    "--count=0, count must be at least 1; count=0",
    "--precision=2, 'precision must lie in (0, 0.5); precision=2.0'",
    "--annotator=a/b, an annotator's name has letters",
    "--overlap=7, 'overlap must lie in [0, 1]; overlap=7.0'",
    "--port=99999, 'a port must lie in [0, 65535]; port=99999'"
  })
  void wrongFlagsAreRefusedInOneLine(String flag, String message) throws Exception {
    try (ScriptedAnnotator annotator = label(flag)) {
      assertThat(annotator.finish()).as(annotator.errors()).isEqualTo(2);
      assertThat(annotator.errors().strip()).contains(message).doesNotContain("\n\tat ");
    }
  }

  @Test
  void theSeedOfTheLabelsIsTaken() throws Exception {
    try (ScriptedAnnotator annotator = label("--seed=1000")) {
      annotator.answer(2, caption -> true);
      annotator.finish();
    }
    Cli.Result result =
        Cli.launch("label", audit, "--input-dataset=" + DATA, "--quiet", "--result", "--json");
    assertThat(result.errors()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(result.output()).containsPattern("\"labels\" ?: ?2\\b");
  }

  @Test
  void labelsOfOtherPairsAreRefused() throws Exception {
    try (ScriptedAnnotator annotator = label()) {
      annotator.answer(2, caption -> true);
      annotator.finish();
    }
    Cli.Result result = reaudit("less", "--max-pairs=100");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains("the labels are for other pairs than those");
    try (ScriptedAnnotator annotator = label("--seed=7")) {
      assertThat(annotator.finish()).isEqualTo(2);
      assertThat(annotator.errors()).contains("holds the order of other pairs");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "NaN, : row 2: the score is not a finite number; remove the row",
    "1.5, : row 2: the score 1.5 is not a probability",
    "0.25, : has two scores of image"
  })
  void tablesOfScoresAreCheckedByRowsFromZero(String score, String message) throws Exception {
    try (ScriptedAnnotator annotator = label()) {
      annotator.finish();
    }
    List<String> rows = new ArrayList<>(Files.readAllLines(scores));
    rows.add(3, rows.get(1).replaceFirst(",[^,]*$", "," + score)); // below the header and two rows
    Files.write(scores, rows);
    Cli.Result result = reaudit("bad", "--truth=scenes");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains(scores + message);
  }

  @Test
  void aTableWithoutAllPairsIsRefusedAndForcedMakesThemUnknown() throws Exception {
    try (ScriptedAnnotator annotator = label()) {
      annotator.finish();
    }
    List<String> rows = new ArrayList<>(Files.readAllLines(scores));
    rows.remove(rows.size() - 1);
    Files.write(scores, rows);
    assertThat(reaudit("one").errors()).contains("has no score of 1 of").contains("--force");
    assertThat(reaudit("two", "--force").exitCode()).isZero();
  }
}
