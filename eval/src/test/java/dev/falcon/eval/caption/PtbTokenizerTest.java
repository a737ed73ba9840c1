// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The conventions one by one, as the treebank has them. */
class PtbTokenizerTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "A dog runs.|a dog runs .",
        "It's a dog that isn't running|it 's a dog that is n't running",
        "He can't, won't and cannot|he ca n't , wo n't and can not",
        "the dogs' bowl|the dogs ' bowl",
        "a \"stop\" sign|a `` stop '' sign",
        "two,three (four)|two , three -lrb- four -rrb-",
        "at 3:45 p.m. in the U.S.|at 3:45 p.m. in the u.s.",
        "Mr. Lee on 5th Ave.|mr. lee on 5th ave.",
        "10,000 feet, 3.5 m, 1/2|10,000 feet , 3.5 m , 1/2",
        "$5 or 100%|$ 5 or 100 %",
        "a black/white t-shirt|a black/white t-shirt",
        "wait... what?!|wait ... what ?!",
        "a man\u2019s hat \u2013 red|a man 's hat -- red"
      })
  void splitsAsTheTreebank(String caption, String tokens) {
    assertThat(String.join(" ", PtbTokenizer.tokens(caption))).isEqualTo(tokens);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"A dog, a cat; and a mouse.|a dog a cat and a mouse", "\"Wow!\"|wow", "...|''"})
  void dropsPunctuation(String caption, String words) {
    assertThat(String.join(" ", PtbTokenizer.words(caption))).isEqualTo(words.replace("''", ""));
  }
}
