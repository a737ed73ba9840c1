// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labels of pairs of texts and of pairs of pictures. */
class LabelSidesTest {
  private static final int PAIRS = 12;

  @TempDir private Path folder;

  /**
   * Sample i has the text "query i" and "passage i", and those whose numbers have the same
   * remainder of 3 match.
   */
  private Path texts() throws IOException {
    StringBuilder rows = new StringBuilder("key,anchor,positive\n");
    for (int i = 0; i < PAIRS; i++) {
      rows.append(
          String.format(
              Locale.ROOT, "k%d,query %d about %d,passage %d about %d\n", i, i, i % 3, i, i % 3));
    }
    return Files.writeString(folder.resolve("texts.csv"), rows);
  }

  private Path pictures() throws IOException {
    return TwoSides.pictures(folder, PAIRS, 3);
  }

  private Path audit(Path data) throws IOException {
    Path list = TwoSides.others(folder, PAIRS);
    run(
        "audit-fn",
        "--input-dataset=" + data,
        "--pairs=" + list,
        "--draw-only",
        "--quiet",
        "--out=" + folder.resolve("audit"));
    return folder.resolve("audit");
  }

  private static Cli.Result run(Object... arguments) {
    Cli.Result result = Cli.launch(arguments);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return result;
  }

  private JsonNode standing(Path audit, Path data) throws IOException {
    Path page = folder.resolve("page.html");
    run(
        "label",
        audit,
        "--input-dataset=" + data,
        "--annotator=bea",
        "--count=20",
        "--quiet",
        "--static=" + page);
    Matcher script =
        Pattern.compile("<script type=\"application/json\" id=\"pairs\">(.*?)</script>")
            .matcher(Files.readString(page));
    assertThat(script.find()).isTrue();
    return Json.mapper().readTree(script.group(1)).path("pairs");
  }

  private static String about(String text) {
    return text.substring(text.indexOf("about"));
  }

  @Test
  void twoTextsAreLabelledAndCounted() throws Exception {
    Path data = texts();
    Path audit = audit(data);
    try (ScriptedAnnotator annotator =
        new ScriptedAnnotator(audit, "--input-dataset=" + data, "--quiet", "--count=132")) {
      JsonNode state = annotator.json("/state", "");
      for (int asked = 0; state.path("upcoming").size() > 0; asked++) {
        JsonNode pair = state.path("upcoming").get(0);
        String first = pair.at("/sides/0/text").asText();
        String second = pair.at("/sides/1/text").asText();
        assertThat(first).startsWith("query ");
        assertThat(second).startsWith("passage ");
        state =
            annotator.json(
                "/answer",
                String.format(
                    Locale.ROOT,
                    "{\"number\":%d,\"match\":%b,\"ms\":900}",
                    pair.path("number").asInt(),
                    about(first).equals(about(second))));
        if (asked == 0) {
          assertThat(annotator.json("/own/0", "").at("/captions/0").asText())
              .isEqualTo(first.replace("query", "passage"));
          assertThat(annotator.ask("/image/0/0", "").statusCode()).isEqualTo(404);
        }
      }
      assertThat(annotator.finish()).as(annotator.errors()).isZero();
    }
    Cli.Result counted =
        run(
            "audit-fn",
            "--input-dataset=" + data,
            "--pairs=" + folder.resolve("pairs.csv"),
            "--labels=" + audit.resolve("labels"),
            "--quiet",
            "--json",
            "--out=" + folder.resolve("counted"));
    JsonNode labels = Json.mapper().readTree(counted.output()).at("/labels/0");
    // Of each sample's 11 others 3 have the same rest.
    assertThat(labels.path("matches").asInt()).isEqualTo(3 * PAIRS);
    assertThat(labels.path("labels").asInt()).isEqualTo(11 * PAIRS);
    assertThat(labels.path("share").asDouble()).isEqualTo(3 / 11.0);
  }

  @Test
  void twoPicturesAreShown() throws Exception {
    Path data = pictures();
    Path audit = audit(data);
    try (ScriptedAnnotator annotator =
        new ScriptedAnnotator(audit, "--input-dataset=" + data, "--quiet", "--annotator=ann")) {
      JsonNode pair = annotator.json("/state", "").path("upcoming").get(0);
      byte[] first = annotator.ask(pair.at("/sides/0/picture").asText(), "").body();
      byte[] second = annotator.ask(pair.at("/sides/1/picture").asText(), "").body();
      annotator.json("/answer", "{\"number\":0,\"match\":true,\"ms\":900}");
      assertThat(annotator.json("/own/0", "").path("captions")).isEmpty();
      assertThat(annotator.finish()).as(annotator.errors()).isZero();
      JsonNode answer = Json.readTree(audit.resolve("labels/ann.jsonl"));
      String image = answer.path("image_key").asText().substring(1);
      String text = answer.path("text_key").asText().substring(1);
      assertThat(first).isEqualTo(Files.readAllBytes(folder.resolve(image + "a.png")));
      assertThat(second).isEqualTo(Files.readAllBytes(folder.resolve(text + "b.png")));
    }
  }

  @Test
  void aPageOfItsOwnHoldsBothSides() throws Exception {
    Path data = pictures();
    for (JsonNode pair : standing(audit(data), data)) {
      assertThat(pair.at("/sides/0/picture").asText()).startsWith("data:image/png;base64,");
      assertThat(pair.at("/sides/1/picture").asText())
          .startsWith("data:image/png;base64,")
          .isNotEqualTo(pair.at("/sides/0/picture").asText());
      assertThat(pair.path("own")).isEmpty();
    }
  }

  @Test
  void aPageOfItsOwnHoldsBothTexts() throws Exception {
    Path data = texts();
    for (JsonNode pair : standing(audit(data), data)) {
      assertThat(pair.at("/sides/0/text").asText()).startsWith("query ");
      assertThat(pair.at("/sides/1/text").asText()).startsWith("passage ");
      assertThat(pair.at("/own/0").asText())
          .isEqualTo(pair.at("/sides/0/text").asText().replace("query", "passage"));
    }
  }

  @Test
  void aBrokenSecondPictureTakesNoAnswerButUnsure() throws Exception {
    Path data = pictures();
    for (int i = 0; i < PAIRS; i++) {
      Files.writeString(folder.resolve(i + "b.png"), "no picture");
    }
    Path audit = audit(data);
    try (ScriptedAnnotator annotator =
        new ScriptedAnnotator(audit, "--input-dataset=" + data, "--quiet")) {
      assertThat(annotator.ask("/answer", "{\"number\":0,\"match\":true,\"ms\":9}").statusCode())
          .isEqualTo(409);
      annotator.json("/answer", "{\"number\":0,\"match\":null,\"ms\":900}");
      assertThat(annotator.finish()).as(annotator.errors()).isZero();
    }
  }
}
