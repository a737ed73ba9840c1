// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternCheckTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
        "<\\|startoftext\\|>|<\\|endoftext\\|>|'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+",
        "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r"
            + "\\n"
            + "\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r"
            + "\\n"
            + "]*|\\s*[\\r"
            + "\\n"
            + "]+|\\s+(?!\\S)|\\s+",
        "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r"
            + "\\n"
            + "\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r"
            + "\\n"
            + "]*|\\s*[\\r"
            + "\\n"
            + "]+|\\s+(?!\\S)|\\s+",
        "[^\\r"
            + "\\n"
            + "\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r"
            + "\\n"
            + "\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+"
            + "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}|"
            + " ?[^\\s\\p{L}\\p{N}]+[\\r"
            + "\\n"
            + "/]*|\\s*[\\r"
            + "\\n"
            + "]+|\\s+(?!\\S)|\\s+",
        " ?[^(\\s|[.,!?…。，、।۔،])]+",
        "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r"
            + "\\n"
            + "\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r"
            + "\\n"
            + "]*|\\s*[\\r"
            + "\\n"
            + "]+|\\s+(?!\\S)|\\s+",
        "\\d{1,3}(?=(?:\\d{3})*\\b)",
        "[一-龥぀-ゟ゠-ヿ]+",
        " {2,}",
        "\\s+",
        "[0-9][0-9][0-9]",
        "\\p{N}{1,3}",
      })
  void expressionsOfPublishedTokenizersAreAccepted(String expression) throws Exception {
    assertThat(PatternCheck.of(expression).fewest()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a+)+$",
        "(a*)*b",
        "(a|a)*b",
        "(a|aa)+$",
        "(?:a?){9}b",
        "a*a*b",
        "\\s+\\s+x",
        "(?:a*b?)a*c",
        "(?=a*a*b)c",
        "(a)\\1",
        "(?<x>a)\\g<x>",
        "a{3}{60}{60}",
        "(?:a{101}){101}",
        "a{1001}",
        "(?~ab)",
        "(a",
        "a)",
        "[a",
        "\\",
        "(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)x",
        "a?a?a?a?a?a?a?a?a?a*b",
      })
  void whatMayBacktrackWithoutABoundIsRefused(String expression) {
    assertThatThrownBy(() -> PatternCheck.of(expression)).isInstanceOf(PatternCheck.Refused.class);
  }
}
