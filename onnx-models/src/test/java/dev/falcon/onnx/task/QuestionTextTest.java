package dev.falcon.onnx.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ALBEF's own code makes of questions. */
class QuestionTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`What's the man's T-shirt say?`|`whats the mans t shirt say`",
        "`Is it 3:45 p.m., or later?`|`is it 345 pm or later`",
        "`Where is he  looking ? `|`where is he  looking`",
        "`left/right-hand side?`|`left right hand side`",
        "` Why?`|` why`",
        "`Is that a $5.00 bill & \"real\"?`|`is that a $500 bill & real`"
      })
  void punctuationGoesAndBlanksStay(String question, String clean) {
    assertThat(QuestionText.clean(question, 30)).isEqualTo(clean);
  }

  @ParameterizedTest
  @CsvSource({"1,how", "3,how many red", "9,how many red circles"})
  void theFirstWordsAreKept(int most, String clean) {
    assertThat(QuestionText.clean("How many red circles?", most)).isEqualTo(clean);
  }
}
