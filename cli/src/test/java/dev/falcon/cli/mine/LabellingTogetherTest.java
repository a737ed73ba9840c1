// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.cli.Elsewhere;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several annotators of one audit, at once and one after the other, and one who is cut off. */
class LabellingTogetherTest {
  private static final String DATA = "scenes:train,captions-per-image=1,count=12";
  private static final int COUNT = 60;

  @TempDir private static Path shared;
  @TempDir private Path folder;
  private Path audit;

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
    Path list = Files.writeString(shared.resolve("pairs.csv"), pairs);
    Path out = shared.resolve("audit");
    Cli.Result result =
        Cli.launch(
            "audit-fn", "--input-dataset=" + DATA, "--pairs=" + list, "--quiet", "--out=" + out);
    assertThat(result.exitCode()).as(result.errors()).isZero();
  }

  @BeforeEach
  void ownAudit() throws IOException {
    audit = Files.createDirectory(folder.resolve("audit"));
    Files.copy(shared.resolve("audit/pairs.parquet"), audit.resolve("pairs.parquet"));
  }

  private List<Object> command(String annotator, Object... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                audit,
                "--input-dataset=" + DATA,
                "--quiet",
                "--count=" + COUNT,
                "--annotator=" + annotator));
    arguments.addAll(List.of(more));
    return arguments;
  }

  private ScriptedAnnotator label(String annotator, Object... more) throws InterruptedException {
    return new ScriptedAnnotator(command(annotator, more).toArray());
  }

  private List<JsonNode> answers(String annotator) throws IOException {
    List<JsonNode> answers = new ArrayList<>();
    for (String line : Files.readAllLines(audit.resolve("labels/" + annotator + ".jsonl"))) {
      answers.add(Json.mapper().readTree(line));
    }
    return answers;
  }

  private Set<Integer> ranks(String annotator) throws IOException {
    Set<Integer> ranks = new HashSet<>();
    for (JsonNode answer : answers(annotator)) {
      if (!answer.path("repeat").asBoolean()) {
        assertThat(ranks.add(answer.get("rank").asInt())).isTrue();
      }
    }
    return ranks;
  }

  private JsonNode result() throws IOException {
    Cli.Result result =
        Cli.launch("label", audit, "--input-dataset=" + DATA, "--quiet", "--result", "--json");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return Json.mapper().readTree(result.output());
  }

  @Test
  void twoAtOnceShareThePairsWithoutAskingOneTwice() throws Exception {
    try (ScriptedAnnotator ann = label("ann", "--overlap=0");
        ScriptedAnnotator ben = label("ben", "--overlap=0")) {
      for (int turn = 0; turn < 30; turn++) {
        ann.answer(1, caption -> false);
        ben.answer(2, caption -> false);
      }
      ann.answer(COUNT, caption -> false);
      ben.answer(COUNT, caption -> false);
      assertThat(ann.finish()).as(ann.errors()).isZero();
      assertThat(ben.finish()).as(ben.errors()).isZero();
    }
    Set<Integer> both = ranks("ann");
    Set<Integer> second = ranks("ben");
    assertThat(both).hasSizeGreaterThan(19).doesNotContainAnyElementsOf(second);
    assertThat(second).hasSizeGreaterThan(19);
    both.addAll(second);
    assertThat(both).hasSize(COUNT);
    assertThat(result().get("labels").asInt()).isEqualTo(COUNT);
  }

  /** What had been claimed by one who left is asked of those who stay. */
  @Test
  void aClaimEndsWithItsAnnotator() throws Exception {
    try (ScriptedAnnotator ann = label("ann", "--overlap=0")) {
      try (ScriptedAnnotator ben = label("ben", "--overlap=0")) {
        ben.answer(3, caption -> true);
        assertThat(ann.json("/state", "").get("total").asInt()).isEqualTo(COUNT + 3);
        assertThat(ben.finish()).isZero();
      }
      ann.answer(COUNT + 3, caption -> true);
      assertThat(ann.finish()).isZero();
    }
    assertThat(ranks("ann")).hasSize(COUNT - 3).doesNotContainAnyElementsOf(ranks("ben"));
    assertThat(result().get("labels").asInt()).isEqualTo(COUNT);
  }

  /** Killed, not asked to end: no answer that the page was thanked for is lost. */
  @Test
  void aKilledProcessLosesNoAnswer() throws Exception {
    Path said = folder.resolve("said");
    Process process =
        new Elsewhere(folder, Map.of())
            .then(
                "label " + String.join(" ", command("ann").stream().map(Object::toString).toList()))
            .start(said);
    try {
      while (process.isAlive() && !Files.readString(said).contains("/#")) {
        Thread.sleep(50);
      }
      Thread.sleep(100); // the line's end
      ScriptedAnnotator ann = new ScriptedAnnotator(Files.readString(said));
      ann.answer(17, caption -> caption.contains("red"));
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(process.exitValue()).isNotZero();
    Path journal = audit.resolve("labels/ann.jsonl");
    byte[] before = Files.readAllBytes(journal);
    assertThat(answers("ann")).hasSize(17);

    // As if it had been killed while it wrote the next one.
    Files.writeString(journal, "{\"image_key\":\"tr", StandardOpenOption.APPEND);
    try (ScriptedAnnotator ann = label("ann")) {
      assertThat(ann.json("/state", "").get("position").asInt()).isEqualTo(17);
      ann.answer(1, caption -> true);
      assertThat(ann.finish()).as(ann.errors()).isZero();
    }
    assertThat(Files.readAllBytes(journal)).startsWith(before);
    assertThat(answers("ann")).hasSize(18);
  }

  @Test
  void whoAdjudicatesIsAskedWhatOthersContradictEachOtherOnAndDecides() throws Exception {
    try (ScriptedAnnotator ann = label("ann")) {
      ann.answer(COUNT + 3, caption -> false);
      ann.finish();
    }
    try (ScriptedAnnotator cat = label("cat", "--adjudicate")) {
      assertThat(cat.finish()).isEqualTo(1);
      assertThat(cat.errors()).contains("no two annotators contradict each other").hasLineCount(1);
    }
    int asked;
    try (ScriptedAnnotator ben = label("ben")) {
      asked = ben.json("/state", "").get("total").asInt();
      ben.answer(asked, caption -> true);
      assertThat(ben.finish()).isZero();
    }
    assertThat(asked).isBetween(5, 25); // a fifth
    assertThat(result().get("unsure").asInt()).isEqualTo(asked);
    try (ScriptedAnnotator cat = label("cat", "--adjudicate")) {
      JsonNode state = cat.json("/state", "");
      assertThat(state.get("total").asInt()).isEqualTo(asked);
      assertThat(state.at("/upcoming/0/said").asText()).isEqualTo("yes / no");
      cat.answer(asked, caption -> true);
      assertThat(cat.finish()).isZero();
    }
    JsonNode result = result();
    assertThat(result.get("unsure").asInt()).isZero();
    assertThat(result.get("matches").asInt()).isEqualTo(asked);
    assertThat(result.get("agreements")).hasSize(1); // who saw the answers cannot agree with them
    assertThat(answers("cat")).allMatch(answer -> answer.get("adjudicated").asBoolean());
  }

  @Test
  void answersCountAsSavedWhereOnlyTheNextPairsCannotBeClaimed() throws Exception {
    try (ScriptedAnnotator ann = label("ann", "--overlap=0")) {
      ann.answer(1, caption -> false);
      Path claims = audit.resolve("labels/claims.json");
      Files.delete(claims);
      Files.createDirectory(claims); // nothing can be written in its place
      ann.answer(COUNT, caption -> false);
      JsonNode state = ann.json("/state", "");
      int saved = answers("ann").size();
      assertThat(saved).isBetween(20, COUNT - 1);
      assertThat(state.get("position").asInt()).isEqualTo(saved);
      assertThat(state.get("upcoming")).isEmpty();
      assertThat(state.get("trouble").asText())
          .startsWith("All answers so far are saved, but the next pair cannot be asked about: ")
          .contains("claims.json");
      assertThat(ann.json("/undo", "{}").get("position").asInt()).isEqualTo(saved - 1);
      Files.delete(claims);
      ann.answer(COUNT, caption -> false);
      assertThat(ann.json("/state", "").get("trouble").asText()).isEmpty();
      assertThat(ann.finish()).as(ann.errors()).isZero();
    }
    assertThat(result().get("labels").asInt()).isEqualTo(COUNT);
  }
}
