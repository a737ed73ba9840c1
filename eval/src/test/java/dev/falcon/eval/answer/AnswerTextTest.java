// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.eval.Golden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the official code gives. */
class AnswerTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "Two|2",
        "None|0",
        "The dog.|dog",
        "dont know|don't know",
        "Im here|im here",
        "somebody'd|somebodyd",
        "t-shirt|t shirt",
        "black/white|black white",
        "red, white|red white",
        "1,000|1000",
        "1,000 - 2,000|1000 2000",
        "5,000-7,000|50007000",
        "p.m.|pm",
        "u.s.a. flag|usa flag",
        "3.5|3.5",
        "3.|3",
        ".5|.5",
        "no.1|no.1",
        "10:30|10:30",
        "$5.00|$5.00",
        "twenty-two|twenty 2",
        "an apple a day|apple day",
        "girl's|girl's",
        "couldntve|couldntve",
        "couldnt've|couldn't've",
        "y'alld've|y'all'd've",
        "its|its",
        "lets|lets"
      })
  void normalises(String answer, String normalised) {
    assertThat(AnswerText.normalised(answer)).isEqualTo(normalised);
  }

  @Test
  void anArticleAloneIsNothing() {
    assertThat(AnswerText.normalised("a")).isEmpty();
  }

  @Test
  void noMoreThan32PeriodsAreDeleted() {
    assertThat(AnswerText.normalised("x" + ".".repeat(34) + "y")).isEqualTo("x..y");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "2*10|two|0",
        "2*9,two*1|Two|100",
        "Yes*10|yes|0",
        "t-shirt*10|t shirt|0",
        "t-shirt*9,shirt*1|t shirt|100",
        "yes *10|yes|100",
        "yes*4,no*6|yes|100",
        "yes*3,no*7|yes|90",
        "yes*2,no*8|yes|60",
        "yes*1,no*9|yes|30",
        "dog*1,the dog*1,a dog*1,Dog.*1,cat*6|A dog|100",
        "dog*1,the dog*1,a dog*1,Dog.*1,cat*6|dogs|0",
        "0*5,none*5|zero|100",
        "a*3,b*7||90",
        "yes*2,no*6|yes|58.333333333333336",
        "yes*2,no*3|yes|53.333333333333336"
      })
  void accuracyLeavesEachPersonOut(String answers, String prediction, double percent) {
    List<String> people = new ArrayList<>();
    for (String votes : answers.split(",", -1)) {
      String[] parts = votes.split("\\*", -1);
      people.addAll(Collections.nCopies(Integer.parseInt(parts[1]), parts[0]));
    }
    String said = prediction == null ? "" : prediction;
    assertThat(100 * AnswerRules.VQA.score(said, people)).isCloseTo(percent, within(1e-9));
  }

  @Test
  void thousandsAreTheSame() {
    List<String> people = new ArrayList<>(Collections.nCopies(5, "1,000"));
    people.addAll(Collections.nCopies(5, "1000"));
    assertThat(AnswerRules.VQA.score("1000", people)).isEqualTo(1);
  }

  @Test
  void lavisCopyGivesItsOwnNumbers() {
    JsonNode golden = Json.readTree(Golden.folder("frameworks").resolve("captions/vqa.json"));
    for (JsonNode text : golden.get("normalisation")) {
      assertThat(AnswerText.normalised(text.get("raw").textValue()))
          .isEqualTo(text.get("normalised").textValue());
    }
    for (JsonNode question : golden.get("accuracy")) {
      List<String> people =
          Arrays.asList(Json.mapper().convertValue(question.get("answers"), String[].class));
      assertThat(100 * AnswerRules.LAVIS.score(question.get("prediction").textValue(), people))
          .isCloseTo(question.get("accuracy").doubleValue(), within(0.005));
    }
  }
}
