// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatementEvaluationTest {
  /** Sentence A with four pairs, B with three, C with one. */
  private static final String[] IDS = {
    "dev-1-0-0",
    "dev-1-1-0",
    "dev-1-2-0",
    "dev-1-3-0",
    "dev-2-0-1",
    "dev-2-1-1",
    "dev-2-3-1",
    "dev-3-0-0"
  };

  @TempDir Path folder;

  private Path statements() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < IDS.length; i++) {
      lines.append(
          "{\"sentence\": \"A.\", \"identifier\": \"%s\", \"label\": \"%s\"}\n"
              .formatted(IDS[i], i % 2 == 0 ? "True" : "False"));
    }
    return Files.writeString(folder.resolve("dev.json"), lines);
  }

  private StatementResult run(String predictions) throws IOException {
    return StatementEvaluation.run(
        Files.writeString(folder.resolve("predictions.csv"), predictions), statements());
  }

  private static String predictions(int wrong) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < IDS.length; i++) {
      lines.append(IDS[i]).append(',').append((i % 2 == 0) != (i == wrong)).append('\n');
    }
    return lines.toString();
  }

  @Test
  void anIdentifierIsNoFormulaAndIsReadBack() throws IOException {
    String line = StatementEvaluation.line("=HYPERLINK(1)", true);
    assertThat(line).isEqualTo("'=HYPERLINK(1),True\n");
    Path statements =
        Files.writeString(
            folder.resolve("list.json"),
            "[{\"identifier\": \"=HYPERLINK(1)\", \"sentence\": \"A.\", \"label\": \"True\","
                + " \"images\": [\"a.png\", \"b.png\"]}]");
    Path predictions = Files.writeString(folder.resolve("predictions.csv"), line);

    assertThat(StatementEvaluation.run(predictions, statements).scores().get("accuracy"))
        .isEqualTo(100);
  }

  @Test
  void anIdentifierThatIsNotOneFieldIsRefused() {
    for (String identifier : new String[] {"a,b", "a\nb", "a\u2028b"}) {
      assertThatThrownBy(() -> StatementEvaluation.line(identifier, true))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining("holds a comma or a line break");
    }
  }

  @Test
  void consistencyCountsSentencesThatAreRightWithAllTheirPairs() throws IOException {
    StatementResult result = run(predictions(5) + "other-1-2-3,True\n\n");
    assertThat(result.statements()).isEqualTo(8);
    assertThat(result.sentences()).isEqualTo(3);
    assertThat(result.scores().get("accuracy")).isEqualTo(87.5);
    assertThat(result.scores().get("consistency")).isCloseTo(200.0 / 3, within(1e-9));
    assertThat(result.scores().get("majority")).isEqualTo(50);
  }

  @Test
  void readsJsonAndAnyCase() throws IOException {
    StringBuilder json = new StringBuilder();
    for (String id : IDS) {
      json.append("{\"identifier\": \"%s\", \"prediction\": true}\n".formatted(id));
    }
    assertThat(run(json.toString()).scores().get("accuracy")).isEqualTo(50);
    assertThat(run(predictions(-1).replace("true", "TRUE")).scores().get("accuracy"))
        .isEqualTo(100);
  }

  @Test
  void refusesWhatIsMissingTwiceOrNoTruthValue() {
    assertFails("dev-1-0-0,True\n", "lacks 7 of 8 statements: dev-1-1-0, dev-1-2-0, dev-1-3-0 and");
    assertFails(predictions(1) + "dev-1-0-0,True\n", "line 9: a second prediction for dev-1-0-0");
    assertFails("dev-1-0-0,maybe\n", "line 1: the prediction must be True or False; it is maybe");
    assertFails("dev-1-0-0\n", "line 1: must be 'identifier,True' or 'identifier,False'");
  }

  private void assertFails(String predictions, String message) {
    assertThatThrownBy(() -> run(predictions))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(message);
  }
}
