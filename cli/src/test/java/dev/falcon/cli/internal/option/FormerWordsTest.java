// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormerWordsTest {
  private static FormerWords of(String words) {
    return FormerWords.of(List.of(words.split(" ", -1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mine --output negatives --corpus --depth 5 -o x",
        "mine --corpus --output=negatives --depth 5 -o x",
        "mine --corpus --depth 5 --output NEGATIVES -o x",
        "mine --output=Negatives --corpus --depth 5 -o x"
      })
  void listsOfACorpusAreACommandOfTheirOwn(String words) {
    assertThat(of(words).words()).containsExactly("lists --corpus --depth 5 -o x".split(" ", -1));
    assertThat(of(words).advice())
        .hasValueSatisfying(advice -> assertThat(advice).contains("falcon lists"));
  }

  @Test
  void aCorpusThatIsNamedStays() {
    assertThat(of("mine --output negatives --corpus=store").words())
        .containsExactly("lists", "--corpus=store");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mine --quantiles 1 --out x",
        "mine --output",
        "lists --corpus",
        "embed --output negatives --corpus"
      })
  void otherWordsAreThoseOfToday(String words) {
    assertThat(of(words).words()).containsExactly(words.split(" ", -1));
    assertThat(of(words).advice()).isEmpty();
  }

  @Test
  void noWordsAreThoseOfToday() {
    assertThat(FormerWords.of(List.of()).words()).isEmpty();
  }

  @Test
  void batchesHaveNoCorpus() {
    assertThatThrownBy(() -> of("mine --corpus=store --direction text-image"))
        .isInstanceOf(RequestException.class)
        .hasMessage("mine makes batches; for lists from a corpus, use falcon lists");
    assertThatThrownBy(() -> of("mine --output negatives --columns n-tuple"))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "mine --output negatives was removed; falcon lists mines lists, from a whole corpus");
  }
}
