// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerEvaluationTest {
  private static final String ANNOTATIONS =
      """
      {"info": {}, "data_subtype": "val2014", "annotations": [
       {"question_id": 10, "image_id": 1, "question_type": "how many", "answer_type": "number",
        "multiple_choice_answer": "2", "answers": [
          {"answer_id": 1, "answer": "2", "answer_confidence": "yes"}, {"answer": "two"},
          {"answer": "2"}, {"answer": "3"}]},
       {"question_id": 11, "image_id": 1, "question_type": "is there", "answer_type": "yes/no",
        "answers": [{"answer": "yes"}, {"answer": "yes"}, {"answer": "no"}, {"answer": "yes"}]}]}
      """;

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private AnswerResult run(String predictions, String questions) throws IOException {
    return AnswerEvaluation.run(
        new AnswerRequest(
            write("answers.json", predictions),
            List.of(write("questions.json", questions)),
            Optional.empty()));
  }

  @Test
  void vqaIsMeanAccuracyInAllAndByKind() throws IOException {
    AnswerResult result =
        run(
            """
            [{"question_id": 11, "answer": "no"}, {"question_id": 10, "answer": "Two."}]
            """,
            ANNOTATIONS);
    assertThat(result.rules()).isEqualTo(AnswerRules.VQA);
    // "2" three of four: (3 · 2/3 + 1) / 4; "no" one of four: 3 · 1/3 / 4.
    assertThat(result.scores().get("answer_type.number")).isEqualTo(75);
    assertThat(result.scores().get("question_type.is there")).isEqualTo(25);
    assertThat(result.scores().get("accuracy")).isEqualTo(50);
    // Most people say "yes", which is right to nobody's mind in the first and 75 in the second.
    assertThat(result.scores().get("majority")).isCloseTo(37.5, within(1e-9));
    assertThat(result.scores().get("majority_by_type")).isCloseTo(75, within(1e-9));
  }

  @Test
  void gqaIsExactAndKnowsItsKinds() throws IOException {
    AnswerResult result =
        run(
            """
            [{"questionId": "a1", "prediction": "yes"}, {"questionId": "a2", "prediction": "Dog"}]
            """,
            """
            {"a1": {"question": "Is it?", "imageId": "1", "answer": "yes",
                    "types": {"structural": "verify"}},
             "a2": {"question": "What?", "imageId": "n2", "answer": "dog",
                    "types": {"structural": "query"}}}
            """);
    assertThat(result.rules()).isEqualTo(AnswerRules.EXACT);
    assertThat(result.scores().get("accuracy")).isEqualTo(50);
    assertThat(result.scores().get("answer_type.open")).isZero();
    assertThat(result.scores().get("answer_type.binary")).isEqualTo(100);
    assertThat(AnswerRules.NORMALISED.score("The Dog.", List.of("dog"))).isEqualTo(1);
  }

  @Test
  void withoutAnswersTheFileIsCheckedOnly() throws IOException {
    String questions =
        """
        {"data_subtype": "test2015", "questions": [
          {"question_id": 1, "image_id": 9, "question": "What?"}]}
        """;
    assertThat(run("[{\"question_id\": 1, \"answer\": \"x\"}]", questions).scores().isEmpty())
        .isTrue();
    assertThatThrownBy(() -> run("[]", questions)).hasMessageContaining("lacks 1 of 1 questions");
  }

  @Test
  void refusesPredictionsThatDoNotFit() {
    assertFails("[{\"question_id\": 10, \"answer\": \"2\"}]", "lacks 1 of 2 questions: 11");
    assertFails(
        "[{\"question_id\": 10, \"answer\": \"2\"},\n{\"question_id\": 10, \"answer\": \"3\"}]",
        "answers.json: line 2, [1]: a second prediction for 10");
    assertFails("[{\"question_id\": 10, \"answer\": 2}]", "'answer' must be text; it is 2");
    assertFails("[7]", "line 1, [0]: must be an object");
  }

  private void assertFails(String predictions, String message) {
    assertThatThrownBy(() -> run(predictions, ANNOTATIONS))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(message);
  }
}
