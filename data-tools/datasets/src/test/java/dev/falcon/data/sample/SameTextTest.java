// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SameTextTest {
  private static final SameText LOWERED = new SameText(true);

  @ParameterizedTest
  @CsvSource({
    "'a b', 'a b', true, true",
    "'a b', ' a  b ', true, true",
    "'a b', 'a\u00a0b', true, true",
    "'a b', 'a\u3000\u2003b', true, true",
    "'Orl\u00e9ans', 'Orle\u0301ans', true, true",
    "'\ufb01ne', 'fine', true, true",
    "'a b', 'A B', false, true",
    "'Stra\u00dfe', 'STRASSE', false, true",
    "'\u039f\u0394\u039f\u03a3', '\u03bf\u03b4\u03bf\u03c2', false, true",
    "'Stra\u00dfe', 'Strase', false, false",
    "'a b', 'ab', false, false",
    "'', ' \u00a0', true, true",
  })
  void textsAreTheSameButForBytes(String one, String other, boolean cased, boolean lowered) {
    assertThat(SameText.CASED.same(one, other)).isEqualTo(cased);
    assertThat(LOWERED.same(one, other)).isEqualTo(lowered);
    assertThat(SameText.CASED.hash(one) == SameText.CASED.hash(other)).isEqualTo(cased);
    assertThat(LOWERED.hash(one) == LOWERED.hash(other)).isEqualTo(lowered);
  }

  @Test
  void aTextOfWhichNothingIsSeenIsBlank() {
    assertThat(List.of("", " ", "\u00a0\u3000", "\n\t", "\u200b\u200f\ufeff", "\u0000"))
        .allMatch(SameText::isBlank);
    assertThat(List.of("a", " .", "\ud83d\ude00", "\u0301")).noneMatch(SameText::isBlank);
  }

  @Test
  void lineBreaksAreBlanksAndNoTextHasTheHashOfNone() {
    assertThat(SameText.CASED.form("a\r\n\tb\n")).isEqualTo("a b");
    assertThat(SameText.CASED.hash("")).isNotEqualTo(SameText.NO_TEXT);
  }
}
